import type { ComponentChildren } from 'preact';
import { Copyable, Day, Markdown, Missing, OuterLink, Waiting } from '../components/common';
import { CoreNodeDrawing } from '../components/core-node-drawing';
import { NodeActions } from '../components/node-actions';
import { DownloadChart } from '../components/download-chart';
import { byteSize, classifierName, compactCount, exactCount, webAddress } from '../format';
import type { NodePageQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { NODE } from '../queries';
import { nodeUrl, publisherUrl } from '../routes';
import { usePage } from '../use-page';
import { useTitle } from '../use-title';

type Node = NonNullable<NodePageQuery['node']>;
type VersionList = NonNullable<Node['versions']>;
type CoreNodeList = NonNullable<Node['coreNodes']>;

/** A node: its description, how to install it, its versions, downloads and core-nodes. */
export function NodePage({ id, origin }: { readonly id: string; readonly origin: string }) {
  const { data, error, isLoading, reload } = usePage(NODE, { id });
  useTitle({ page: 'node', id }, error === undefined ? data : null);
  const node = data?.node;
  if (!node && (isLoading || error !== undefined))
    return <Waiting isLoading={isLoading} problem={error ?? ''} retry={reload} />;
  if (!node) return <Missing title="This node does not exist." />;
  const { versions, coreNodes, downloadStatistics } = node;
  return (
    <article class="node">
      <div class="intro">
        <h1>{node.name || node.id}</h1>
        <p class="muted">
          <code>{node.id}</code> · by{' '}
          <PageLink to={publisherUrl(node.publisher.id)}>{node.publisher.name || node.publisher.id}</PageLink> ·{' '}
          {exactCount(node.downloads)} downloads · {compactCount(node.repoHostStars)} stars
          {node.rating !== null && node.rating !== undefined && <> · rated {node.rating.toFixed(1)} of 5</>}
        </p>
        <Markdown text={node.description} />
        <Section title="Install">
          <Install node={node} origin={origin} />
        </Section>
      </div>
      <section class="panel aside">
        <h2>Details</h2>
        <Details node={node} />
      </section>
      <div class="rest">
        <Section title={versions ? `Versions (${versions.totalCount})` : 'Versions'}>
          {versions ? <Versions list={versions} /> : <NotRead />}
        </Section>
        <Section title="Downloads in the last 30 days">
          {downloadStatistics ? <DownloadChart days={downloadStatistics} /> : <NotRead />}
        </Section>
        <Section title={coreNodes ? `Core-nodes (${coreNodes.totalCount})` : 'Core-nodes'}>
          {coreNodes ? <CoreNodes list={coreNodes} /> : <NotRead />}
        </Section>
        <Translations node={node} />
        <NodeActions id={node.id} url={nodeUrl(node.id)} />
      </div>
    </article>
  );
}

/** A message in place of a part that the server could not read. The other parts are shown. */
const NotRead = () => <p class="muted">This part can’t be shown now.</p>;

const Section = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
);

function Install({ node, origin }: { readonly node: Node; readonly origin: string }) {
  const versions = node.versions?.nodes ?? [];
  const latest = versions.find(({ id }) => id === node.latestVersion?.id) ?? versions[0];
  const repository = webAddress(node.repository);
  if (latest?.downloadUrl)
    return (
      <>
        <Copyable label="Id for the manager of the host application" text={node.id} />
        <Copyable
          label="Latest version, for programs"
          text={`curl -s ${origin}/nodes/${encodeURIComponent(node.id)}/install`}
        />
        <Copyable label={`Archive of ${latest.version}`} text={`curl -fLO ${latest.downloadUrl}`} />
        {latest.archiveSha256 && <Copyable label="SHA-256 of the archive" text={latest.archiveSha256} />}
      </>
    );
  if (repository !== undefined)
    return (
      <Copyable label="No archive was published. Install it from its repository" text={`git clone ${repository}`} />
    );
  return <p class="muted">No version was published, and no repository is known.</p>;
}

function Details({ node }: { readonly node: Node }) {
  const newest = node.versions?.nodes[0];
  const rows: (readonly [string, ComponentChildren])[] = [
    ['Repository', node.repository && <OuterLink to={node.repository} />],
    ['Author', node.author],
    ['Tags', node.tags.join(', ')],
    ['Systems', node.supportedOs.map(classifierName).join(', ') || 'all'],
    ['Accelerators', node.supportedAccelerators.map(classifierName).join(', ') || 'all'],
    ['Host application', node.supportedCoreuiVersion],
    ['Frontend', node.supportedCoreuiFrontendVersion],
    ['Requirements', newest?.dependencies.join(', ')],
    ['Checks', newest && <Checks counts={newest.findingCounts} />],
    ['Created', <Day time={node.createdAt} />],
    ['Updated', <Day time={node.updatedAt} />],
  ];
  return (
    <dl class="details">
      {rows.map(
        ([name, value]) =>
          value && (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
      )}
    </dl>
  );
}

function Checks({ counts: { hold, warn, note } }: { readonly counts: { hold: number; warn: number; note: number } }) {
  if (hold + warn + note === 0) return <>nothing found</>;
  return (
    <>
      {hold > 0 && `${hold} approved by a moderator, `}
      {warn} {warn === 1 ? 'warning' : 'warnings'}, {note} {note === 1 ? 'note' : 'notes'}
    </>
  );
}

function Versions({ list: { nodes } }: { readonly list: VersionList }) {
  if (nodes.length === 0) return <p class="muted">No version was published.</p>;
  return (
    <ul class="versions">
      {nodes.map((version) => (
        <li key={version.id}>
          <h3>
            {version.version} {version.deprecated && <span class="tag tag-warning">deprecated</span>}
          </h3>
          <p class="muted">
            <Day time={version.createdAt} />
            {typeof version.archiveSize === 'number' && <> · {byteSize(version.archiveSize)}</>}
            {version.downloadUrl && (
              <>
                {' · '}
                <a href={version.downloadUrl} download>
                  Download
                </a>
              </>
            )}
          </p>
          {version.changelog && <Markdown text={version.changelog} />}
        </li>
      ))}
    </ul>
  );
}

function CoreNodes({ list: { nodes, totalCount } }: { readonly list: CoreNodeList }) {
  if (nodes.length === 0) return <p class="muted">None are known.</p>;
  return (
    <>
      <ul class="core-nodes">
        {nodes.map((one) => (
          <li key={one.id}>
            <CoreNodeDrawing node={one} />
            <p>
              <code>{one.coreNodeName}</code>
              {one.deprecated && <span class="tag tag-warning">deprecated</span>}
              {one.experimental && <span class="tag">experimental</span>}
            </p>
            {one.category && <p class="muted">{one.category}</p>}
            {one.description && <p>{one.description}</p>}
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && (
        <p class="muted">
          The first {nodes.length} of {totalCount} are shown.
        </p>
      )}
    </>
  );
}

function Translations({ node }: { readonly node: Node }) {
  if (node.translations.length === 0) return null;
  return (
    <Section title="Translations">
      <ul>
        {node.translations.map(({ language, source }) => (
          <li key={`${language} ${source}`}>
            {language} {source === 'COMMUNITY' && <span class="muted">(by the community)</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
