import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyseFile } from '../support/archives.js';
import { type Cli, type CliServer, newToken, openCli } from '../support/cli.js';

const total = async (server: CliServer): Promise<number> =>
  ((await (await fetch(`${server.url}/nodes`)).json()) as { total: number }).total;

describe('demo data', () => {
  let cli: Cli;

  beforeAll(() => {
    cli = openCli();
  });
  afterAll(() => cli.close());

  it('is not loaded if the setting is off, nor after the registry has been used', async () => {
    const bare = await cli.start({ DEMO: 'false' });
    expect(await total(bare)).toBe(0);
    await fetch(`${bare.url}/users`, { headers: { authorization: `Bearer ${await newToken(cli)}` } });
    await bare.stop();
    const later = await cli.start();
    expect(await total(later)).toBe(0);
  });

  it('has an archive for each version, with the core-nodes that the registry stores for it', async () => {
    const demo = openCli();
    try {
      const server = await demo.start();
      // eslint-disable-next-line @typescript-eslint/no-explicit-any
      const get = async (path: string): Promise<any> => (await fetch(`${server.url}${path}`)).json();
      const { nodes } = await get('/nodes?limit=100');
      expect(nodes).toHaveLength(6);
      for (const { id, latest_version: latest, supported_os: supported } of nodes) {
        const versions = await get(`/nodes/${id}/versions`);
        expect((await get(`/nodes/${id}/install`)).version).toBe(latest.version);
        for (const { version, archive_sha256: sha256, supported_os: os } of versions) {
          expect(os).toEqual(supported);
          const { downloadUrl } = await get(`/nodes/${id}/install?version=${version}`);
          const archive = await fetch(`${server.url}${new URL(downloadUrl).pathname}`);
          const bytes = Buffer.from(await archive.arrayBuffer());
          expect([archive.status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, sha256]);
          const path = join(demo.folder, 'demo.zip');
          writeFileSync(path, bytes);
          const { findings, extraction } = await analyseFile(path);
          const { core_nodes: stored } = await get(`/nodes/${id}/versions/${version}/core-nodes`);
          expect([findings, extraction.status]).toEqual([[], 'success']);
          expect(extraction.coreNodes.map(({ name, inputTypes }) => [name, JSON.parse(inputTypes!)]).sort()).toEqual(
            stored.map((one: Record<string, string>) => [one['core_node_name'], JSON.parse(one['input_types']!)]),
          );
        }
      }
    } finally {
      await demo.close();
    }
  });
});
