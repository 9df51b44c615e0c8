import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemberRole } from '../../src/values/states.js';
import { packageOf, zipOf } from '../support/archives.js';
import {
  addMember,
  makeNode,
  makePublisher,
  makeWorld,
  type PublisherWorld,
  uniqueName,
  userId,
} from '../support/builders.js';
import { openAgain } from '../support/database.js';
import { type FakeRepositoryHost, repository, startFakeRepositoryHost } from '../support/fake-repository-host.js';
import { bounded } from '../support/faults.js';
import { put } from '../support/publishing.js';
import { randomOf } from '../support/random.js';
import { type Answer, startTestRegistry, type TestRegistry } from '../support/registry.js';

const ROUNDS = bounded({ usual: 15, long: 1000 });
const TIMEOUT = 300_000 + ROUNDS * 1000;

/** The actions on an object in the audit log. */
interface Noted {
  readonly actor: string;
  readonly request_id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

describe('of two concurrent', () => {
  const random = randomOf(process.env['SEED']);
  let host: FakeRepositoryHost;
  /** Two processes on a server; one on the embedded database, which supports no more. */
  let registries: TestRegistry[];
  let registry: TestRegistry;
  let [one, two]: PublisherWorld[] = [];
  let requests = 0;

  beforeAll(async () => {
    host = await startFakeRepositoryHost();
    host.on('/repos/ada/impact', repository(42));
    const settings = { REPO_HOST_API_URL: host.url, MAX_PUBLISHERS_PER_USER: '100000' };
    registry = await startTestRegistry(settings);
    const { url } = registry.testDatabase;
    // One data directory, so that they share a signing key and archives.
    registries =
      url === undefined
        ? [registry]
        : [
            registry,
            await startTestRegistry({ ...settings, DATA_DIR: registry.settings.DATA_DIR }, await openAgain(url)),
          ];
    [one, two] = [await makeWorld(registry), await makeWorld(registry)];
  });
  afterAll(async () => {
    for (const each of registries.toReversed()) await each.close();
    await host.close();
  });

  const newRequest = (): string => `race-${++requests}`;
  const call = (method: string, path: string, as: string, body?: unknown, request = newRequest()): Promise<Answer> =>
    random.oneOf(registries).call(method, path, { as, body, headers: { 'x-request-id': request } });
  const query = <Row extends object>(sql: string, parameters: readonly unknown[]): Promise<Row[]> =>
    registry.database.query<Row>(sql, parameters);
  const noted = (action: string, subject: string): Promise<Noted[]> =>
    query('select actor, request_id, before, after from audit_log where action = $1 and subject_id = $2 order by id', [
      action,
      subject,
    ]);
  const changes = async (kind: string, subject: string, change: string): Promise<number> =>
    (
      await query<{ count: number }>(
        'select count(*)::int as count from changes where kind = $1 and subject_id = $2 and change = $3',
        [kind, subject, change],
      )
    )[0]!.count;
  /** True if the write of a request is committed. */
  const isDone = async (request: string): Promise<boolean> =>
    (await query('select 1 as found from audit_log where request_id = $1', [request])).length > 0;

  /** Runs the rounds and prints how often each side won. Both sides must have won. */
  async function race(
    what: string,
    sides: readonly [string, string],
    round: (apart: <T>(first: () => Promise<T>, second: () => Promise<T>) => Promise<[T, T]>) => Promise<number>,
  ): Promise<void> {
    const won = [0, 0];
    // One side starts earlier by up to the duration of the last round, alternately, so that each is first sometimes.
    let spread = 10;
    for (let turn = 0; turn < ROUNDS; turn++) {
      const gap = (random.upTo(100) / 100) * spread;
      const winner = await round(async (first, second) => {
        const started = performance.now();
        const both = await Promise.all([
          turn % 2 === 0 ? first() : wait(gap).then(first),
          turn % 2 === 1 ? second() : wait(gap).then(second),
        ]);
        spread = (spread * 3 + Math.min(100, performance.now() - started - gap / 2)) / 4;
        return both;
      });
      won[winner]!++;
    }
    process.stdout.write(
      `race: ${what}: ${ROUNDS} rounds (seed ${random.seed}); ${sides[0]} won ${won[0]}, ${sides[1]} ${won[1]}\n`,
    );
    expect(won.every((times) => times > 0)).toBe(true);
  }

  /** Asserts that one response is the success and the other the refusal. @returns the index of the success */
  function onlyWinner(answers: readonly Answer[], success: number, refusal: readonly [number, string]): number {
    const winner = answers.findIndex(({ status }) => status === success);
    expect(answers.map(({ status, body }) => [status, body?.error])).toEqual(
      answers.map((_, index) => (index === winner ? [success, undefined] : refusal)),
    );
    expect(winner).not.toBe(-1);
    return winner;
  }

  it(
    'claims of a node, one succeeds',
    async () => {
      await race('claims of a node', ['one', 'the other'], async (apart) => {
        const node = await makeNode(registry, 'unclaimed', { repository: 'https://github.com/ada/impact' });
        const claim = (world: PublisherWorld) => () =>
          call('POST', `/publishers/${world.id}/nodes/${node}/claim-my-node`, world.callers.member, {
            REPO_HOST_TOKEN: 'x',
          });
        const winner = onlyWinner(await apart(claim(one!), claim(two!)), 204, [403, 'NODE_ALREADY_CLAIMED']);
        const { id } = [one!, two!][winner]!;
        expect(await query('select publisher_id as id from nodes where id = $1', [node])).toEqual([{ id }]);
        expect([await noted('node.claim', node), await changes('node', node, 'updated')]).toEqual([
          [expect.objectContaining({ after: { publisherId: id, repositoryId: '42' } })],
          1,
        ]);
        return winner;
      });
    },
    TIMEOUT,
  );

  it(
    'publications of a version, one succeeds completely',
    async () => {
      const archives = await Promise.all([zipOf(packageOf('One')), zipOf(packageOf('Two'))]);
      const sums = archives.map((archive) => createHash('sha256').update(archive).digest('hex'));
      /** Publishes and uploads. @returns the status and code of the last response */
      const publish = async (path: string, side: number): Promise<{ status: number; code: unknown }> => {
        const { status, body } = await call('POST', path, [one!.callers.token, one!.callers.owner][side]!, {
          node: {},
          node_version: { version: '1.0.0', changelog: `of ${side}` },
        });
        if (status !== 201) return { status, code: body.error };
        for (;;) {
          const answer = await put(random.oneOf(registries), body.signedUrl as string, archives[side]!);
          const code = (answer.body as { error?: unknown } | undefined)?.error;
          if (code !== 'UPLOAD_RUNNING') return { status: answer.status, code };
          await wait(5);
        }
      };
      await race('publications of a version', ['the token', 'the owner'], async (apart) => {
        // Sometimes of a node that both create.
        const node = random.chance(0.5) ? uniqueName('both') : await makeNode(registry, one!.id, { versions: [] });
        const path = `/publishers/${one!.id}/nodes/${node}/versions`;
        const ends = await apart(
          () => publish(path, 0),
          () => publish(path, 1),
        );
        const winner = ends.findIndex(({ status }) => status === 200);
        // A number that waits for its archive may be published again; then only the newest upload URL is valid.
        const refusals = [
          { status: 400, code: 'VERSION_TAKEN' },
          { status: 403, code: 'UPLOAD_ENDED' },
          { status: 409, code: 'ARCHIVE_TAKEN' },
        ];
        expect(refusals).toContainEqual(ends[1 - winner]);
        const versions = await query<{ id: string; sum: string; changelog: string }>(
          'select id, archive_sha256 as sum, changelog from node_versions where node_id = $1',
          [node],
        );
        expect(versions).toEqual([{ id: expect.any(String), sum: sums[winner], changelog: `of ${winner}` }]);
        expect([
          await noted('version.upload', versions[0]!.id),
          await changes('version', versions[0]!.id, 'created'),
          await changes('node', node, 'created'),
        ]).toEqual([[expect.anything()], 1, 1]);
        return winner;
      });
    },
    TIMEOUT,
  );

  it(
    'requests of the last two owners to leave, one is refused',
    async () => {
      const owners = [one!.callers.owner, two!.callers.owner];
      const ids = await Promise.all(owners.map((owner) => userId(registry, owner)));
      await race('last owners who leave', ['one', 'the other'], async (apart) => {
        const publisher = await makePublisher(registry, ids[0]!);
        await addMember(registry, publisher, ids[1]!, MemberRole.Owner);
        const leave = (side: number) => () =>
          call('DELETE', `/publishers/${publisher}/members?user_id=${ids[side]}`, owners[side]!);
        const winner = onlyWinner(await apart(leave(0), leave(1)), 204, [409, 'LAST_OWNER']);
        expect(
          await query('select user_id as id, role from publisher_members where publisher_id = $1', [publisher]),
        ).toEqual([{ id: ids[1 - winner], role: 'owner' }]);
        return winner;
      });
    },
    TIMEOUT,
  );

  it(
    'creations of a publisher, one succeeds',
    async () => {
      const creators = [one!.callers.owner, two!.callers.owner];
      await race('creations of a publisher', ['one', 'the other'], async (apart) => {
        const id = uniqueName('both');
        const create = (side: number) => () => call('POST', '/publishers', creators[side]!, { id, name: `of ${side}` });
        const winner = onlyWinner(await apart(create(0), create(1)), 201, [400, 'PUBLISHER_ID_TAKEN']);
        const rows = await query(
          'select p.name, m.user_id as owner from publishers p join publisher_members m on m.publisher_id = p.id where p.id = $1',
          [id],
        );
        expect(rows).toEqual([{ name: `of ${winner}`, owner: await userId(registry, creators[winner]!) }]);
        expect([await noted('publisher.create', id), await changes('publisher', id, 'created')]).toEqual([
          [expect.anything()],
          1,
        ]);
        return winner;
      });
    },
    TIMEOUT,
  );

  it(
    'restorations of a deleted node, one succeeds',
    async () => {
      const world = await makeWorld(registry);
      await race('restorations of a node', ['the owner', 'the member'], async (apart) => {
        const id = await makeNode(registry, world.id, { versions: [] });
        expect((await call('DELETE', `/publishers/${world.id}/nodes/${id}`, world.callers.owner)).status).toBe(204);
        const restore = (caller: string) => () =>
          call('POST', `/publishers/${world.id}/nodes`, caller, { id, name: id });
        const answers = await apart(restore(world.callers.owner), restore(world.callers.member));
        expect(await noted('node.restore', id)).toHaveLength(1);
        return onlyWinner(answers, 201, [400, 'NODE_ID_TAKEN']);
      });
    },
    TIMEOUT,
  );

  it(
    'requests with one Idempotency-Key, one is executed, and both get its response',
    async () => {
      const [told, seen] = [{ replayed: 0, running: 0 }, new Set<string>()];
      await race('one Idempotency-Key', ['one', 'the other'], async (apart) => {
        const [key, id] = [randomUUID(), uniqueName('once')];
        const requests = [newRequest(), newRequest()];
        // Each in another process, if there are two.
        const create = (side: number) => (): Promise<Answer> =>
          registries[side % registries.length]!.call('POST', '/publishers', {
            as: one!.callers.owner,
            body: { id },
            headers: { 'idempotency-key': key, 'x-request-id': requests[side]! },
          });
        const answers = await apart(create(0), create(1));
        const created = await noted('publisher.create', id);
        expect(created).toHaveLength(1);
        const winner = requests.indexOf(created[0]!.request_id);
        const [won, lost] = [answers[winner]!, answers[1 - winner]!];
        expect([won.status, won.headers.get('idempotency-replayed')]).toEqual([201, null]);
        if (lost.status === 409) {
          expect([lost.body.error, lost.headers.get('retry-after')]).toEqual(['IDEMPOTENCY_KEY_RUNNING', '1']);
          told.running++;
        } else {
          expect([lost.status, lost.text, lost.headers.get('idempotency-replayed')]).toEqual([201, won.text, 'true']);
          told.replayed++;
        }
        seen.add(id);
        return winner;
      });
      process.stdout.write(
        `Idempotency-Key sent twice at once: ${seen.size} publishers made; ${told.replayed} of the others replayed, ${told.running} refused because it runs\n`,
      );
    },
    TIMEOUT,
  );

  it(
    'updates of a node, both are applied in turn',
    async () => {
      const node = await makeNode(registry, one!.id);
      await race('updates of a node, the last one', ['the token', 'the owner'], async (apart) => {
        const requested = [newRequest(), newRequest()];
        const fields = requested.map((id) => ({ name: `name ${id}`, description: `description ${id}`, tags: [id] }));
        const update = (side: number) => () =>
          call(
            'PUT',
            `/publishers/${one!.id}/nodes/${node}`,
            [one!.callers.token, one!.callers.owner][side]!,
            fields[side],
            requested[side],
          );
        for (const { status } of await apart(update(0), update(1))) expect(status).toBe(200);
        const [first, second, ...more] = (await noted('node.update', node)).filter(({ request_id: id }) =>
          requested.includes(id),
        );
        expect([second!.before, more]).toEqual([first!.after, []]);
        const last = requested.indexOf(second!.request_id);
        const rows = await query<object>('select name, description, tags from nodes where id = $1', [node]);
        expect([rows, second!.after]).toEqual([[fields[last]], fields[last]]);
        return last;
      });
      expect(await changes('node', node, 'updated')).toBe(2 * ROUNDS);
    },
    TIMEOUT,
  );

  it(
    'changes of the search words of a node, both are found',
    async () => {
      const owner = await userId(registry, one!.callers.owner);
      await race('a new name and new core-nodes', ['the name', 'the core-nodes'], async (apart) => {
        const id = await makePublisher(registry, owner);
        const node = await makeNode(registry, id);
        const word = randomUUID().replaceAll('-', '');
        const answers = await apart(
          () => call('PUT', `/publishers/${id}`, one!.callers.owner, { name: `${word}name` }),
          () =>
            call('POST', `/nodes/${node}/versions/1.0.0/core-nodes`, one!.callers.admin, {
              core_nodes: [{ core_node_name: `${word}core` }],
            }),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 201]);
        for (const search of [`${word}name`, `${word}core`])
          expect(
            (await call('GET', `/nodes/search?search=${search}&latest=true`, one!.callers.owner)).body.nodes,
          ).toMatchObject([{ id: node }]);
        const [first] = await query<{ action: string }>(
          `select action from audit_log where publisher_id = $1 and action in ('publisher.update', 'coreNodes.store') order by id`,
          [id],
        );
        return first!.action === 'publisher.update' ? 0 : 1;
      });
    },
    TIMEOUT,
  );

  /**
   * Runs a request that removes a permission against one that needs it. After the response to the first, the second
   * must never succeed.
   * @returns 0 if the second request succeeded, 1 if it was refused
   */
  async function against(
    apart: (first: () => Promise<unknown>, second: () => Promise<unknown>) => Promise<unknown>,
    use: (request: string) => Promise<{ status: number; code: unknown }>,
    takeAway: () => Promise<Answer>,
    refusals: readonly (readonly [number, string])[],
  ): Promise<number> {
    const request = newRequest();
    let used = { status: 0, code: undefined as unknown };
    let wasDone = false;
    await apart(
      async () => void (used = await use(request)),
      async () => {
        expect((await takeAway()).status).toBe(204);
        wasDone = await isDone(request);
      },
    );
    const isAcknowledged = used.status < 300;
    expect({ acknowledged: isAcknowledged, done: await isDone(request), doneBefore: wasDone }).toEqual({
      acknowledged: isAcknowledged,
      done: isAcknowledged,
      doneBefore: isAcknowledged,
    });
    if (!isAcknowledged) expect(refusals).toContainEqual([used.status, used.code]);
    const after = await use(newRequest());
    expect(refusals).toContainEqual([after.status, after.code]);
    // Ends the uploads, so that no publisher exceeds the limit of waiting versions.
    await registry.database.transaction(
      async (transaction) => void (await transaction.query('delete from archive_uploads')),
    );
    return isAcknowledged ? 0 : 1;
  }

  const ended = ({ status, body }: Answer): { status: number; code: unknown } => ({ status, code: body?.error });

  it(
    'requests with a token and its deletion, none succeeds after the deletion',
    async () => {
      const { id, callers } = one!;
      const node = await makeNode(registry, id);
      const uses: ((token: string, request: string) => Promise<Answer>)[] = [
        (token, request) =>
          call(
            'POST',
            `/publishers/${id}/nodes/${node}/versions`,
            token,
            { node: {}, node_version: { version: `2.0.${requests}` } },
            request,
          ),
        (token, request) => call('PUT', `/publishers/${id}/nodes/${node}`, token, { name: request }, request),
        (token, request) =>
          call('POST', `/nodes/${node}/translations`, token, { data: { de: { name: request } } }, request),
      ];
      await race('a token', ['its use', 'its end'], async (apart) => {
        const { body } = await call('POST', `/publishers/${id}/tokens`, callers.owner, { name: 'raced' });
        const token = body.token as string;
        const [{ id: tokenId } = { id: '' }] = await query<{ id: string }>(
          'select id from personal_access_tokens where publisher_id = $1 order by created_at desc, id limit 1',
          [id],
        );
        const use = random.oneOf(uses);
        return against(
          apart,
          async (request) => ended(await use(token, request)),
          () => call('DELETE', `/publishers/${id}/tokens/${tokenId}`, callers.owner),
          [[401, 'UNAUTHENTICATED']],
        );
      });
    },
    TIMEOUT,
  );

  it(
    'publications and the ban of their publisher, none is public after the ban',
    async () => {
      // One of a few nodes, because a ban affects all nodes of the publisher.
      const { id, callers } = await makeWorld(registry);
      const archive = await zipOf(packageOf('Banned'));
      const node = await makeNode(registry, id);
      const path = `/publishers/${id}/nodes/${node}/versions`;
      const publish = (request?: string) =>
        call('POST', path, callers.token, { node: {}, node_version: { version: `2.0.${++requests}` } }, request);
      await race('a publisher', ['a publication', 'its ban'], async (apart) => {
        const signedUrl = (await publish()).body.signedUrl as string;
        const { pathname, search } = new URL(signedUrl);
        const upload = async (request: string): Promise<{ status: number; code: unknown }> => {
          const answer = await fetch(random.oneOf(registries).url + pathname + search, {
            method: 'PUT',
            headers: { 'content-type': 'application/zip', 'x-request-id': request },
            body: new Uint8Array(archive),
          });
          return {
            status: answer.status,
            code: (
              (await answer.text().then((text) => (text === '' ? undefined : JSON.parse(text)))) as
                { error?: unknown } | undefined
            )?.error,
          };
        };
        const use = random.chance(0.5) ? upload : async (request: string) => ended(await publish(request));
        const winner = await against(
          apart,
          use,
          () => call('POST', `/publishers/${id}/ban`, callers.admin, { reason: 'raced' }),
          [
            [403, 'PUBLISHER_BANNED'],
            [403, 'UPLOAD_ENDED'],
            [409, 'ARCHIVE_TAKEN'],
          ],
        );
        expect((await call('POST', `/publishers/${id}/unban`, callers.admin, {})).status).toBe(204);
        return winner;
      });
    },
    TIMEOUT,
  );
});
