import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import type { ManagedVersionsQuery, NodeVersionStatus, VersionFindingsQuery } from '../graph/graphql';
import { usePage } from '../use-page';
import { Findings, statusName } from './findings';
import { Problem, useAction } from './parts';
import { FINDINGS, UNPUBLISH, UPDATE_VERSION, VERSIONS } from './queries';

type Version = NonNullable<
  NonNullable<NonNullable<ManagedVersionsQuery['publisher']>['nodes']>['nodes'][number]['versions']
>['nodes'][number];

const STATUSES: NodeVersionStatus[] = [
  'NodeVersionStatusActive',
  'NodeVersionStatusPending',
  'NodeVersionStatusFlagged',
];

/** The nodes of a publisher, and what members do with their versions. */
export function Versions({
  publisherId,
  changes,
}: {
  readonly publisherId: string;
  /** Increased when a version has changed outside of this list. */
  readonly changes: number;
}) {
  const { data, reload } = usePage(VERSIONS, { id: publisherId, statuses: STATUSES });
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes]);
  return (
    <section>
      <h2>Nodes</h2>
      {(data?.publisher?.nodes?.nodes ?? []).map(({ id, name, versions }) => (
        <div key={id}>
          <h3>{name || id}</h3>
          <ul class="rows">
            {(versions?.nodes ?? []).map((version) => (
              <Row key={version.id} node={id} version={version} reload={reload} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Row({
  node,
  version: { id, version, status, deprecated },
  reload,
}: {
  readonly node: string;
  readonly version: Version;
  readonly reload: () => void;
}) {
  const client = useClient();
  const update = useAction(UPDATE_VERSION, reload);
  const unpublish = useAction(UNPUBLISH, reload);
  const [checked, setChecked] = useState<VersionFindingsQuery['nodeVersion']>();
  const what = `${node} ${version}`;
  const show = async (): Promise<void> => {
    const { data } = await client.query(FINDINGS, { id }, { requestPolicy: 'network-only' }).toPromise();
    setChecked(data?.nodeVersion);
  };
  const remove = (): void => {
    if (confirm(`Unpublish ${what}? Its number can’t be used again.`)) void unpublish.run({ id });
  };
  return (
    <li>
      {version}, {statusName(status)}
      {deprecated && ', deprecated'}{' '}
      <button type="button" aria-label={`Findings of ${what}`} onClick={() => void show()}>
        Findings
      </button>{' '}
      <button
        type="button"
        aria-label={`${deprecated ? 'Undeprecate' : 'Deprecate'} ${what}`}
        onClick={() => void update.run({ id, input: { deprecated: !deprecated } })}
      >
        {deprecated ? 'Undeprecate' : 'Deprecate'}
      </button>{' '}
      <button type="button" aria-label={`Unpublish ${what}`} onClick={remove}>
        Unpublish
      </button>
      <Problem of={update.problem ?? unpublish.problem} />
      {checked &&
        ((checked.findings ?? []).length > 0 ? <Findings findings={checked.findings} /> : <p>No findings.</p>)}
    </li>
  );
}
