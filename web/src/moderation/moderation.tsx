import type { ComponentType } from 'preact';
import { Tabs } from '../components/common';
import { MODERATION_VIEWS, type ModerationView } from '../routes';
import { Audit } from './audit';
import { Bans } from './bans';
import { Jobs } from './jobs';
import { Queue } from './queue';
import { Users } from './users';

const VIEWS: Readonly<Record<ModerationView, ComponentType>> = {
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

/** The pages at /moderation, for admins. */
export function Moderation({ view }: { readonly view: ModerationView }) {
  const View = VIEWS[view];
  return (
    <>
      <h1>Moderation: {TITLES[view]}</h1>
      <Tabs
        label="Moderation"
        tabs={MODERATION_VIEWS.map((name) => ({
          url: name === 'queue' ? '/moderation' : `/moderation/${name}`,
          title: TITLES[name],
          isCurrent: name === view,
        }))}
      />
      <View />
    </>
  );
}
