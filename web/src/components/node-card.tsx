import type { NodeCardFragment } from '../graph/graphql';
import { classifierName, compactCount } from '../format';
import { PageLink } from '../navigation';
import { catalogueUrl, nodeUrl, publisherUrl } from '../routes';
import { Day, Highlighted } from './common';

const TAGS_SHOWN = 4;

/** A node in a list. */
export function NodeCard({
  node,
  words = [],
}: {
  readonly node: NodeCardFragment;
  readonly words?: readonly string[];
}) {
  const systems = [...node.supportedOs, ...node.supportedAccelerators].map(classifierName);
  return (
    <li class="card">
      <h2>
        <PageLink to={nodeUrl(node.id)}>
          <Highlighted text={node.name || node.id} words={words} />
        </PageLink>
      </h2>
      <p class="muted">
        by <PageLink to={publisherUrl(node.publisher.id)}>{node.publisher.name || node.publisher.id}</PageLink>
        {node.latestVersion && <> · {node.latestVersion.version}</>} · <Day time={node.updatedAt} />
      </p>
      <p class="card-text">
        <Highlighted text={node.description.slice(0, 300)} words={words} />
      </p>
      <p class="facts">
        <span title="Downloads">
          <span aria-hidden="true">↓</span> {compactCount(node.downloads)} <span class="hidden">downloads</span>
        </span>
        <span title="Stars of the repository">
          <span aria-hidden="true">★</span> {compactCount(node.repoHostStars)} <span class="hidden">stars</span>
        </span>
        {node.tags.slice(0, TAGS_SHOWN).map((tag) => (
          <PageLink class="tag" key={tag} to={catalogueUrl({ tag })}>
            {tag}
          </PageLink>
        ))}
        {systems.slice(0, TAGS_SHOWN).map((system) => (
          <span class="tag" key={system}>
            {system}
          </span>
        ))}
      </p>
    </li>
  );
}
