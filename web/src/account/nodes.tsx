import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Day, Status, Waiting } from '../components/common';
import { Findings } from '../components/findings';
import { Form, Problem, useWrites } from '../components/forms';
import type { ManagedVersionsQuery, NodeVersionStatus, VersionFindingsQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { nodeUrl } from '../routes';
import { reloadSession } from '../session';
import { problemOf, usePage } from '../use-page';
import { EditNode } from './edit-node';
import { Publish } from './publish';
import { FINDINGS, NODES, UNPUBLISH, UPDATE_VERSION, VERSIONS } from './queries';

type Version = NonNullable<NonNullable<ManagedVersionsQuery['node']>['versions']>['nodes'][number];

const STATUSES: NodeVersionStatus[] = [
  'NodeVersionStatusActive',
  'NodeVersionStatusPending',
  'NodeVersionStatusFlagged',
  'NodeVersionStatusBanned',
];

/** Publishes versions, and lists the nodes of a publisher with their versions. */
export function Nodes({ publisherId }: { readonly publisherId: string }) {
  const [published, setPublished] = useState(0);
  return (
    <>
      <Publish publisherId={publisherId} onChecked={() => setPublished((count) => count + 1)} />
      <section>
        <h2>Nodes</h2>
        {/* A new key remounts the list, which loads it again. */}
        <NodeList key={published} publisherId={publisherId} after={null} />
      </section>
    </>
  );
}

/** A slice of the nodes, with a button that loads the next slice. */
function NodeList({ publisherId, after }: { readonly publisherId: string; readonly after: string | null }) {
  const { data, error, isLoading, reload } = usePage(NODES, { id: publisherId, after }, true);
  const [isOpen, setIsOpen] = useState(false);
  const list = data?.publisher?.nodes;
  if (!list) return <Waiting isLoading={isLoading} problem={error ?? 'The nodes can’t be read.'} retry={reload} />;
  if (list.nodes.length === 0) return <p class="muted">No nodes yet. Publish the first version of one above.</p>;
  return (
    <>
      {list.nodes.map((node) => (
        <section key={node.id} class="panel">
          <h3>
            <PageLink to={nodeUrl(node.id)}>{node.name || node.id}</PageLink> <code class="muted">{node.id}</code>
          </h3>
          <EditNode node={node} mayDelete={data?.publisher?.viewerCanEdit === true} reload={reload} />
          <ul class="rows">
            <VersionList node={node.id} after={null} />
          </ul>
        </section>
      ))}
      {list.pageInfo.hasNextPage &&
        (isOpen ? (
          <NodeList publisherId={publisherId} after={list.pageInfo.endCursor ?? null} />
        ) : (
          <button type="button" onClick={() => setIsOpen(true)}>
            More nodes
          </button>
        ))}
    </>
  );
}

/** A slice of the versions of a node, highest first, with a button that loads the next slice. */
function VersionList({ node, after }: { readonly node: string; readonly after: string | null }) {
  const { data, error, isLoading, reload } = usePage(VERSIONS, { node, after, statuses: STATUSES }, true);
  const [isOpen, setIsOpen] = useState(false);
  const list = data?.node?.versions;
  if (!list)
    return (
      <li>{isLoading ? <p class="muted">Loading …</p> : <Problem text={error ?? 'The versions can’t be read.'} />}</li>
    );
  const { nodes, pageInfo } = list;
  return (
    <>
      {nodes.map((version) => (
        <Row key={version.id} node={node} version={version} reload={reload} />
      ))}
      {nodes.length === 0 && after === null && (
        <li>
          <p class="muted">No versions.</p>
        </li>
      )}
      {pageInfo.hasNextPage &&
        (isOpen ? (
          <VersionList node={node} after={pageInfo.endCursor ?? null} />
        ) : (
          <li>
            <button type="button" aria-label={`Older versions of ${node}`} onClick={() => setIsOpen(true)}>
              Older versions
            </button>
          </li>
        ))}
    </>
  );
}

interface RowProps {
  readonly node: string;
  readonly version: Version;
  readonly reload: () => void;
}

function Row({ node, version: { id, version, status, deprecated, createdAt, changelog }, reload }: RowProps) {
  const client = useClient();
  const { isBusy, problem, send } = useWrites();
  const [checked, setChecked] = useState<VersionFindingsQuery['nodeVersion']>();
  const [failure, setFailure] = useState<string>();
  const what = `${node} ${version}`;
  const toggle = async (): Promise<void> => {
    if (checked) return setChecked(null);
    const { data, error } = await client.query(FINDINGS, { id }, { requestPolicy: 'network-only' }).toPromise();
    const found = data?.nodeVersion;
    // Anonymous callers get no findings, and no error.
    if (!error && !found?.findings) reloadSession();
    setFailure(problemOf(error) ?? (found?.findings ? undefined : 'The findings can’t be read.'));
    setChecked(found?.findings ? found : undefined);
  };
  const change = async (done: Promise<unknown>): Promise<void> => {
    if (await done) reload();
  };
  const unpublish = (): void => {
    if (confirm(`Unpublish ${what}? Its number can’t be used again.`)) void change(send(UNPUBLISH, { id }));
  };
  return (
    <li>
      <p>
        <strong>{version}</strong> <Status of={status} />{' '}
        {deprecated && <span class="tag tag-warning">deprecated</span>}
        <br />
        <span class="muted">
          <Day time={createdAt} />
        </span>
      </p>
      <div class="actions">
        <button type="button" aria-expanded={Boolean(checked)} aria-label={`Findings of ${what}`} onClick={toggle}>
          Findings
        </button>
        <button
          type="button"
          disabled={isBusy}
          aria-label={`${deprecated ? 'Undeprecate' : 'Deprecate'} ${what}`}
          onClick={() => void change(send(UPDATE_VERSION, { id, input: { deprecated: !deprecated } }))}
        >
          {deprecated ? 'Undeprecate' : 'Deprecate'}
        </button>
        <button type="button" disabled={isBusy} aria-label={`Unpublish ${what}`} onClick={unpublish}>
          Unpublish
        </button>
      </div>
      <details class="whole">
        <summary aria-label={`Changelog of ${what}`}>Changelog</summary>
        <Form
          send={async (fields) => {
            await change(send(UPDATE_VERSION, { id, input: { changelog: fields['changelog'] ?? '' } }));
            return false;
          }}
        >
          <textarea class="whole" name="changelog" rows={3} aria-label="Changelog" defaultValue={changelog} />
          <button disabled={isBusy}>Save</button>
        </Form>
      </details>
      {(problem !== undefined || failure !== undefined || checked) && (
        <div class="whole">
          <Problem text={problem ?? failure} />
          {checked?.statusReason && <p class="said">{checked.statusReason}</p>}
          {checked &&
            (status === 'NodeVersionStatusPending' ? (
              <p class="muted">
                Not checked yet. If its archive was not uploaded, unpublish this version and publish another one.
              </p>
            ) : (
              <Findings found={checked.findings ?? []} />
            ))}
        </div>
      )}
    </li>
  );
}
