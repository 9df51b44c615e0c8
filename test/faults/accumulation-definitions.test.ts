import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipOf } from '../support/archives.js';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { checked, put } from '../support/publishing.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const MEBIBYTE = 1024 * 1024;

describe('large definitions and fields', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id);
  });
  afterAll(() => registry.close());

  const publish = (version: string, fields: object = {}) =>
    registry.call('POST', `/publishers/${world.id}/nodes/${node}/versions`, {
      as: world.callers.owner,
      body: { node: { id: node }, node_version: { version, ...fields } },
    });

  it('of a small archive are bounded to 8 MiB per version, and its check ends', async () => {
    const source = [
      'text = "x" * 60000',
      'class A:',
      '    @classmethod',
      '    def INPUT_TYPES(cls):',
      '        return {"required": {"a": (text, {"tooltip": text})}}',
      '    RETURN_TYPES = (text,)',
      '    FUNCTION = "run"',
      'NODE_CLASS_MAPPINGS = {"n%d" % i: A for i in range(400)}',
    ].join('\n');
    const { body } = await publish('2.0.0');
    await put(registry, body.signedUrl, await zipOf({ '__init__.py': source }));
    await checked(registry, node, '2.0.0', world.callers.owner);
    const [stored] = await registry.database.query<{ bytes: number }>(
      `select coalesce(sum(octet_length(to_jsonb(c)::text)), 0)::int as bytes from core_nodes c
       join node_versions v on v.id = c.version_id where v.node_id = $1`,
      [node],
    );
    expect(stored!.bytes).toBeLessThan(9 * MEBIBYTE);
    const list = await registry.call('GET', `/nodes/${node}/versions/2.0.0/core-nodes?limit=1000`);
    expect(list.text.length).toBeLessThan(9 * MEBIBYTE);
  });

  it('of a version are limited', async () => {
    const long = 'é'.repeat(33 * 1024);
    expect((await publish('4.0.0', { changelog: long })).body.message).toContain('65536 bytes');
    const dependencies = Array.from({ length: 70 }, () => 'x'.repeat(1000));
    expect((await publish('4.0.0', { dependencies })).body.message).toContain('65536 bytes');
  });

  it('reduce the size of a list page, which reports its limit', async () => {
    const description = 'é'.repeat(50_000);
    for (let index = 0; index < 90; index++) {
      const id = await makeNode(registry, world.id);
      await registry.database.query(`update nodes set description = $2 where id = $1`, [id, description]);
    }
    const { text, body } = await registry.call('GET', `/nodes?limit=100&latest=true`);
    expect(Buffer.byteLength(text)).toBeLessThan(8 * MEBIBYTE + 1000);
    expect(body.limit).toBe(body.nodes.length);
    expect(body.limit).toBeLessThan(90);
    expect(body.totalPages).toBe(Math.ceil(body.total / body.limit));
  });
});
