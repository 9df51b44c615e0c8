import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Cli, type CliServer, newToken, openCli, openCliOnServer } from '../support/cli.js';
import { FILES_OF_NEW_FIELD, projectWithNewField } from '../support/new-field.js';
import { hasServer, itWhen } from '../support/skips.js';

const HOMEPAGE = 'https://example.org/sharp';
const FILES_MAX = 8;

const itOnServer = itWhen(hasServer, 'needs a PostgreSQL server: two builds share one database');

interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

async function ask(url: string, method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** The fields of the node that a read returned. */
interface Seen {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly homepage?: string | null;
}

const seen = ({ name, description, license, homepage }: Seen): Seen => ({
  name,
  description,
  license,
  ...(homepage === undefined ? {} : { homepage }),
});

/** Reads the node in every way: two lists and one node, over REST and GraphQL. */
async function reads(url: string, latest: boolean, hasField: boolean): Promise<Seen[]> {
  const fields = `name description license${hasField ? ' homepage' : ''}`;
  const graph = async (query: string): Promise<Answer['body']> =>
    (await ask(url, 'POST', '/graphql', { query })).body.data;
  const inLatest = latest ? ', latest: true' : '';
  return [
    (await ask(url, 'GET', `/nodes?limit=10&latest=${latest}`)).body.nodes[0],
    (await ask(url, 'GET', '/nodes/search?search=sharp')).body.nodes[0],
    (await ask(url, 'GET', '/nodes/sharp')).body,
    (await graph(`{ nodes(limit: 10${inLatest}) { nodes { ${fields} } } }`)).nodes.nodes[0],
    (await graph(`{ nodes(limit: 10${inLatest}) { total nodes { ${fields} publisher { id } } } }`)).nodes.nodes[0],
    (await graph(`{ node(id: "sharp") { ${fields} } }`)).node,
  ].map(seen);
}

describe('adding a field to nodes', () => {
  const project = projectWithNewField();
  let old: Cli;
  let oldServer: CliServer;
  let changed: Cli;
  let token: string;

  beforeAll(async () => {
    old = hasServer ? await openCliOnServer({ DEMO: 'false', RATE_LIMIT: 'off' }) : openCli();
    changed = openCli({ ...old.common, DATA_DIR: old.dataDir }, { hasDatabase: false, project: project.folder });
  });
  afterAll(async () => {
    await changed.close();
    await old.close();
    project.remove();
  });

  itOnServer(`changes at most ${FILES_MAX} files, and builds with and without it can share a database`, async () => {
    expect(FILES_OF_NEW_FIELD.length).toBeLessThanOrEqual(FILES_MAX);
    oldServer = await old.start();
    token = await newToken(old);
    await ask(oldServer.url, 'POST', '/publishers', { id: 'team' }, token);
    const created = await ask(
      oldServer.url,
      'POST',
      '/publishers/team/nodes',
      { id: 'sharp', name: 'Sharp', description: 'before', license: 'LICENSE' },
      token,
    );
    expect(created.status).toBe(201);
    const before = { name: 'Sharp', description: 'before', license: 'LICENSE' };
    for (const latest of [false, true, false])
      expect(await reads(oldServer.url, latest, false)).toEqual(Array(6).fill(before));

    // The new build migrates the database while the old one runs.
    const server = await changed.start();
    const update = { homepage: HOMEPAGE };
    expect((await ask(server.url, 'PUT', '/publishers/team/nodes/sharp', update, token)).body.homepage).toBe(HOMEPAGE);
    const withField = { ...before, homepage: HOMEPAGE };
    // Three times, because documents are compiled at their third request and responses then come from memory.
    for (const latest of [false, false, false, true])
      expect(await reads(server.url, latest, true)).toEqual(Array(6).fill(withField));
    const uncached = await changed.start({ CACHE_MEGABYTES: '0' });
    for (const latest of [false, false, false, true])
      expect(await reads(uncached.url, latest, true)).toEqual(Array(6).fill(withField));

    for (const latest of [false, true])
      expect(await reads(oldServer.url, latest, false)).toEqual(Array(6).fill(before));

    // A write by the old build keeps the field, which the old build does not know.
    const byOld = { description: 'after' };
    expect((await ask(oldServer.url, 'PUT', '/publishers/team/nodes/sharp', byOld, token)).status).toBe(200);
    expect(await reads(oldServer.url, true, false)).toEqual(Array(6).fill({ ...before, ...byOld }));
    expect(await reads(server.url, true, true)).toEqual(Array(6).fill({ ...withField, ...byOld }));
    expect(await reads(uncached.url, false, true)).toEqual(Array(6).fill({ ...withField, ...byOld }));

    const input = `mutation { updateNode(nodeId: "sharp", input: { homepage: "" }) { homepage } }`;
    expect(
      (await ask(server.url, 'POST', '/graphql', { query: input }, token)).body.data.updateNode.homepage,
    ).toBeNull();
    expect((await ask(uncached.url, 'GET', '/nodes/sharp')).body).not.toHaveProperty('homepage');
  });
});
