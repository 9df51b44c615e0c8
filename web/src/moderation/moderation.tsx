import type { ComponentType } from 'preact';
import { Tabs } from '../components/common';
import { MODERATION_VIEWS, moderationUrl, type ModerationView } from '../routes';
import { Audit } from './audit';
import { Bans } from './bans';
import { Jobs } from './jobs';
import { Queue } from './queue';
import { Users } from './users';

const VIEWS: Readonly<Record<ModerationView, ComponentType<{ readonly subject: string }>>> = {
  queue: Queue,
  users: Users,
  bans: Bans,
  audit: Audit,
  jobs: Jobs,
};

const TITLES: Readonly<Record<ModerationView, string>> = {
  queue: 'Queue',
  users: 'Users',
  bans: 'Bans',
  audit: 'Audit log',
  jobs: 'Failed jobs',
};

/**
 * The pages at /moderation, for admins.
 * @param subject id of the node or publisher that the view begins with
 */
export function Moderation({ view, subject }: { readonly view: ModerationView; readonly subject: string }) {
  const View = VIEWS[view];
  return (
    <>
      <h1>Moderation: {TITLES[view]}</h1>
      <Tabs
        label="Moderation"
        tabs={MODERATION_VIEWS.map((name) => ({
          url: moderationUrl(name),
          title: TITLES[name],
          isCurrent: name === view,
        }))}
      />
      <View subject={subject} />
    </>
  );
}
