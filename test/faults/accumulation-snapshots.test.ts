import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeNode, makeWorld, type PublisherWorld, versionId } from '../support/builders.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const dataDirectory = mkdtempSync(join(tmpdir(), 'registry-snapshots-'));
const folder = join(dataDirectory, 'snapshots');

let registry: TestRegistry;
let world: PublisherWorld;

beforeAll(async () => {
  mkdirSync(folder);
  // Left by processes that were killed: one with the id of this process, and one whose id no process has.
  for (const pid of [process.pid, 99_999_999]) writeFileSync(join(folder, `${pid}-left.ndjson.gz`), 'left');
  registry = await startTestRegistry({ SNAPSHOT_MIN_AGE_SECONDS: '0', DATA_DIR: dataDirectory });
  world = await makeWorld(registry);
});
afterAll(async () => {
  await registry.close();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(dataDirectory, { recursive: true });
});

const etagOf = async (of = registry): Promise<string> => {
  const answer = await fetch(`${of.url}/snapshot.ndjson.gz`);
  await answer.arrayBuffer();
  return answer.headers.get('etag')!;
};

/** Returns the number of builds during the work. Each build reads the publishers once. */
async function builds(work: () => Promise<unknown>, of = registry): Promise<number> {
  const statements = await of.statements(work);
  return statements.filter((sql) => sql.includes('from publishers p') && sql.includes('collate "C" >')).length;
}

it('deletes the files that killed processes left', () => {
  expect(readdirSync(folder)).toEqual([]);
});

it('builds one snapshot for requests between downloads', async () => {
  const version = await versionId(registry, await makeNode(registry, world.id));
  const first = await etagOf();
  const rebuilt = await builds(async () => {
    for (let index = 0; index < 5; index++) {
      registry.services.downloads.count(version, `192.0.2.${index}`);
      await registry.services.downloads.flush();
      expect(await etagOf()).toBe(first);
    }
  });
  expect(rebuilt).toBe(0);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('runs one build for concurrent requests, and keeps one file', async () => {
  await makeNode(registry, world.id);
  const rebuilt = await builds(async () => {
    const etags = await Promise.all(Array.from({ length: 8 }, () => etagOf()));
    expect(new Set(etags).size).toBe(1);
  });
  expect(rebuilt).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('serves the previous one until it has reached a minimum age', async () => {
  const patient = await startTestRegistry();
  const { id } = await makeWorld(patient);
  const first = await etagOf(patient);
  const rebuilt = await builds(async () => {
    for (let index = 0; index < 3; index++) {
      await makeNode(patient, id);
      expect(await etagOf(patient)).toBe(first);
    }
  }, patient);
  expect(rebuilt).toBe(0);
  await patient.close();
});
