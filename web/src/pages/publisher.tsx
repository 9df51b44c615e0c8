import { Day, Markdown, Message, Missing, OuterLink, Waiting } from '../components/common';
import { NodeCard } from '../components/node-card';
import { exactCount } from '../format';
import type { PublisherPageQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { PUBLISHER } from '../queries';
import { publisherUrl } from '../routes';
import { usePage } from '../use-page';
import { useTitle } from '../use-title';

/** A publisher with its nodes. */
export function PublisherPage({ id, after }: { readonly id: string; readonly after: string | undefined }) {
  const { data, error, isLoading, reload } = usePage(PUBLISHER, { id, after: after ?? null });
  useTitle({ page: 'publisher', id, after }, error === undefined ? data : null);
  const publisher = data?.publisher;
  if (!publisher && (isLoading || error !== undefined))
    return <Waiting isLoading={isLoading} problem={error ?? ''} retry={reload} />;
  if (!publisher) return <Missing title="This publisher does not exist." />;
  return (
    <>
      <h1>{publisher.name || publisher.id}</h1>
      <p class="muted">
        <code>{publisher.id}</code> · since <Day time={publisher.createdAt} /> ·{' '}
        <a href={`${publisherUrl(publisher.id)}/feed.atom`}>Feed of new versions</a>
      </p>
      {publisher.status === 'PublisherStatusBanned' && <Message title="This publisher is banned." isError />}
      {publisher.description && <Markdown text={publisher.description} />}
      <dl class="details">
        {publisher.website && (
          <>
            <dt>Website</dt>
            <dd>
              <OuterLink to={publisher.website} />
            </dd>
          </>
        )}
        {publisher.support && (
          <>
            <dt>Support</dt>
            <dd>
              <OuterLink to={publisher.support} />
            </dd>
          </>
        )}
        {publisher.sourceCodeRepo && (
          <>
            <dt>Source</dt>
            <dd>
              <OuterLink to={publisher.sourceCodeRepo} />
            </dd>
          </>
        )}
        {publisher.members.length > 0 && (
          <>
            <dt>Members</dt>
            <dd>{publisher.members.map(({ user }) => user.name ?? user.id).join(', ')}</dd>
          </>
        )}
      </dl>
      {error !== undefined && <Message title={error} isError />}
      {publisher.nodes && <Nodes id={publisher.id} list={publisher.nodes} />}
    </>
  );
}

type NodeList = NonNullable<NonNullable<PublisherPageQuery['publisher']>['nodes']>;

function Nodes({ id, list: { nodes, totalCount, pageInfo } }: { readonly id: string; readonly list: NodeList }) {
  return (
    <section>
      <h2>{`${exactCount(totalCount)} ${totalCount === 1 ? 'node' : 'nodes'}`}</h2>
      <ul class="cards">
        {nodes.map((node) => (
          <NodeCard key={node.id} node={node} />
        ))}
      </ul>
      {pageInfo.hasNextPage && pageInfo.endCursor && (
        <PageLink class="page-link" to={`${publisherUrl(id)}?after=${encodeURIComponent(pageInfo.endCursor)}`}>
          More nodes →
        </PageLink>
      )}
    </section>
  );
}
