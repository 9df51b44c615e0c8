import type { ComponentType } from 'preact';
import { Message, Tabs, Waiting } from '../components/common';
import { PageLink } from '../navigation';
import { MANAGED_VIEWS, managedUrl, type ManagedView, publisherUrl } from '../routes';
import { usePage } from '../use-page';
import { Audit } from './audit';
import { ForUsers } from './for-users';
import { Members } from './members';
import { Nodes } from './nodes';
import { MANAGED } from './queries';
import { Tokens } from './tokens';

const VIEWS: Readonly<
  Record<ManagedView, { readonly title: string; readonly View: ComponentType<{ readonly publisherId: string }> }>
> = {
  nodes: { title: 'Nodes', View: Nodes },
  members: { title: 'Members', View: Members },
  tokens: { title: 'Tokens', View: Tokens },
  audit: { title: 'Audit log', View: Audit },
};

/** Pages for the members of a publisher: publish, and manage nodes, members and tokens. */
export const ManagePage = ({ id, view }: { readonly id: string; readonly view: ManagedView }) => (
  <ForUsers url={managedUrl(id, view)}>
    <Manage id={id} view={view} />
  </ForUsers>
);

function Manage({ id, view }: { readonly id: string; readonly view: ManagedView }) {
  const { data, error, isLoading, reload } = usePage(MANAGED, { id });
  const publisher = data?.publisher;
  if (!publisher)
    return <Waiting isLoading={isLoading} problem={error ?? 'This publisher does not exist.'} retry={reload} />;
  const isMember = data.me?.isAdmin || data.me?.publishers?.some((one) => one.id === publisher.id);
  if (!isMember) return <Waiting isLoading={false} problem="You are not a member of this publisher." retry={reload} />;
  const { View } = VIEWS[view];
  return (
    <>
      <p class="crumbs">
        <PageLink to="/account">Your publishers</PageLink>
      </p>
      <h1>{publisher.name || publisher.id}</h1>
      <p class="muted">
        <code>{publisher.id}</code> · <PageLink to={publisherUrl(id)}>Public page</PageLink>
      </p>
      {publisher.status === 'PublisherStatusBanned' && (
        <Message title="This publisher is banned. Its nodes are hidden, and nothing can be published." isError />
      )}
      <Tabs
        label="Publisher"
        tabs={MANAGED_VIEWS.map((name) => ({
          url: managedUrl(id, name),
          title: VIEWS[name].title,
          isCurrent: name === view,
        }))}
      />
      <View key={view} publisherId={id} />
    </>
  );
}
