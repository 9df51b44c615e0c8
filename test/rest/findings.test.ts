import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeWorld, type PublisherWorld, uniqueName, versionId } from '../support/builders.js';
import { zipOf } from '../support/archives.js';
import { heldPackage, PublisherTool } from '../support/held-packages.js';
import { expectError } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const LIST = 'os.system("ls")';
const ERASE = 'os.system("rm -r /tmp/x")';

describe('findings', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let tool: PublisherTool;

  beforeAll(async () => {
    registry = await startTestRegistry();
    world = await makeWorld(registry);
    tool = new PublisherTool(registry, world.id, world.callers.token);
  });
  afterAll(() => registry.close());

  const setStatus = async (node: string, version: string, body: object) =>
    expect(
      (await registry.call('PUT', `/admin/nodes/${node}/versions/${version}`, { as: world.callers.admin, body }))
        .status,
    ).toBe(200);
  const approve = (node: string, version: string) => setStatus(node, version, { status: 'NodeVersionStatusActive' });
  const statusOf = async (node: string, version: string, ...calls: string[]): Promise<string> =>
    (await tool.publish(node, version, await heldPackage(...calls))).body.status.replace('NodeVersionStatus', '');

  it('are readable in full by members and admins, and as counts by all callers', async () => {
    const node = uniqueName('held');
    const held = await tool.publish(node, '1.0.0', await heldPackage(LIST));
    const found = { level: 'hold', rule: 'shell', file: 'start.py', line: 2, call: LIST, approved: false };
    expect(held.body).toMatchObject({
      status: 'NodeVersionStatusFlagged',
      status_reason: expect.stringContaining('start.py:2'),
      finding_counts: { hold: 1, warn: 0, note: 0 },
      findings: [{ ...found, message: expect.any(String) }],
    });
    const path = `/nodes/${node}/versions/1.0.0?include_findings=true`;
    const { callers } = world;
    for (const as of [callers.owner, callers.member, callers.admin])
      expect((await registry.call('GET', path, { as })).body.findings).toMatchObject([found]);
    for (const as of [undefined, callers.outsider, callers.foreignToken])
      expectError(await registry.call('GET', path, { as }), 404, 'NODE_VERSION_NOT_FOUND');

    await approve(node, '1.0.0');
    for (const as of [undefined, callers.outsider, callers.foreignToken]) {
      const { body } = await registry.call('GET', path, { as });
      expect(body.finding_counts).toEqual({ hold: 1, warn: 0, note: 0 });
      expect(body).not.toHaveProperty('findings');
      expect(body).not.toHaveProperty('core_node_extract_detail');
    }
    expect((await registry.call('GET', path, { as: callers.member })).body.findings).toMatchObject([
      { ...found, approved: true },
    ]);
    const plain = (await registry.call('GET', `/nodes/${node}/versions/1.0.0`, { as: callers.member })).body;
    expect(plain).not.toHaveProperty('finding_counts');
    expect(plain).not.toHaveProperty('findings');
  });

  it('are readable in GraphQL by the same callers', async () => {
    const node = uniqueName('held');
    await tool.publish(node, '1.0.0', await heldPackage(LIST));
    await approve(node, '1.0.0');
    const read = async (as: string | undefined) =>
      (
        await registry.graph(
          `{ nodeVersion(nodeId: "${node}", version: "1.0.0") { findingCounts { hold warn note } findings { level rule file line call excerpt { line text } approved } coreNodeExtractDetail } }`,
          {},
          { as },
        )
      ).data.nodeVersion;
    const counts = { hold: 1, warn: 0, note: 0 };
    expect(await read(undefined)).toEqual({ findingCounts: counts, findings: null, coreNodeExtractDetail: null });
    expect(await read(world.callers.member)).toEqual({
      findingCounts: counts,
      findings: [
        {
          level: 'hold',
          rule: 'shell',
          file: 'start.py',
          line: 2,
          call: LIST,
          excerpt: { line: 1, text: `import os\n${LIST}\n` },
          approved: true,
        },
      ],
      coreNodeExtractDetail: null,
    });
  });

  it('have the lines around them, without characters that hide others, up to a limit', async () => {
    const around = ['\tpass # \u202Ereversed', `# ${'x'.repeat(200)}`];
    const held = await tool.publish(
      uniqueName('held'),
      '1.0.0',
      await heldPackage('if os:', around[0]!, LIST, around[1]!),
    );
    expect(held.body.findings).toMatchObject([
      {
        line: 4,
        excerpt: { line: 1, text: `import os\nif os:\n    pass #  reversed\n${LIST}\n# ${'x'.repeat(158)}…\n` },
      },
    ]);
    const calls = Array.from({ length: 150 }, (_, index) => `os.system("${'y'.repeat(100)} ${index}")`);
    const many = await tool.publish(uniqueName('held'), '1.0.0', await heldPackage(...calls));
    const excerpts = many.body.findings.map(({ excerpt }: { excerpt?: object }) => excerpt);
    expect(excerpts).toHaveLength(150);
    expect(excerpts[0]).toBeDefined();
    expect(excerpts.at(-1)).toBeUndefined();
    expect(JSON.stringify(excerpts.filter(Boolean)).length).toBeLessThanOrEqual(32 * 1024);
  });

  it('of the extraction are readable, too', async () => {
    const node = uniqueName('unread');
    const archive = await zipOf({ '__init__.py': 'NODE_CLASS_MAPPINGS = load()\n' });
    const { body } = await tool.publish(node, '1.0.0', archive);
    expect(body.core_node_extract_detail).toContain('__init__.py:1');
    expect(body.findings).toEqual([]);
  });

  it('hold a version only if they are new since the version that a moderator approved last', async () => {
    const node = uniqueName('releases');
    expect(await statusOf(node, '1.0.0', LIST)).toBe('Flagged');
    // No version is approved yet.
    expect(await statusOf(node, '1.0.1', LIST)).toBe('Flagged');
    await approve(node, '1.0.1');
    expect(await statusOf(node, '1.1.0', LIST)).toBe('Active');
    // On another line, and twice.
    expect(await statusOf(node, '1.1.1', '', '', LIST, LIST)).toBe('Active');
    const held = await tool.publish(node, '1.2.0', await heldPackage(LIST, ERASE));
    expect(held.body.status).toBe('NodeVersionStatusFlagged');
    expect(
      held.body.findings.map(({ call, approved }: { call: string; approved: boolean }) => [call, approved]),
    ).toEqual([
      [LIST, true],
      [ERASE, false],
    ]);
    expect(held.body.status_reason).toContain('start.py:3');
    expect(held.body.status_reason).not.toContain('start.py:2');
    // A rejected version is no reference.
    await setStatus(node, '1.2.0', { status: 'NodeVersionStatusBanned', status_reason: 'No.' });
    expect(await statusOf(node, '1.2.1', LIST, ERASE)).toBe('Flagged');
    expect(await statusOf(node, '1.2.2', LIST)).toBe('Active');
  });

  it('are new again after the approval was withdrawn, and in other nodes', async () => {
    const node = uniqueName('withdrawn');
    await statusOf(node, '1.0.0', LIST);
    await approve(node, '1.0.0');
    expect(await statusOf(node, '1.0.1', LIST)).toBe('Active');
    expect(await statusOf(uniqueName('other'), '1.0.0', LIST)).toBe('Flagged');
    await setStatus(node, '1.0.0', { status: 'NodeVersionStatusFlagged', status_reason: 'A second look.' });
    expect(await statusOf(node, '1.0.2', LIST)).toBe('Flagged');
  });

  it('of a long call are new if only its end differs', async () => {
    const node = uniqueName('long');
    const call = (end: string): string => `os.system("${'x'.repeat(1000)}${end}")`;
    await statusOf(node, '1.0.0', call('1'));
    await approve(node, '1.0.0');
    expect(await statusOf(node, '1.0.1', call('1'))).toBe('Active');
    expect(await statusOf(node, '1.0.2', call('2'))).toBe('Flagged');
  });

  it('are at most 200 and 64 KiB; unlisted ones are never approved', async () => {
    const node = uniqueName('many');
    const calls = Array.from({ length: 250 }, (_, index) => `os.system("${'x'.repeat(200)}${index}")`);
    const first = await tool.publish(node, '1.0.0', await heldPackage(...calls));
    expect(first.body.findings.length).toBeLessThanOrEqual(200);
    const bare = first.body.findings.map(({ excerpt: _, ...finding }: { excerpt?: object }) => finding);
    expect(Buffer.byteLength(JSON.stringify(bare))).toBeLessThanOrEqual(70_000);
    expect(first.body.findings[0].message).toBe('may have more findings than are listed');
    await approve(node, '1.0.0');
    expect(await statusOf(node, '1.0.1', ...calls)).toBe('Flagged');
  });

  it('are replaced when an admin requests a new check', async () => {
    const node = uniqueName('again');
    await statusOf(node, '1.0.0', LIST);
    await setStatus(node, '1.0.0', { status: 'NodeVersionStatusPending', status_reason: 'Once more.' });
    const path = `/nodes/${node}/versions/1.0.0?wait=30&include_findings=true`;
    const { body } = await registry.call('GET', path, { as: world.callers.member });
    expect(body).toMatchObject({ status: 'NodeVersionStatusFlagged', finding_counts: { hold: 1, warn: 0, note: 0 } });
  });

  it('are readable by the id of the version', async () => {
    const node = uniqueName('by-id');
    await statusOf(node, '1.0.0', LIST);
    const id = await versionId(registry, node);
    const { callers } = world;
    for (const path of [`/versions/${id}`, `/versions/${id.toUpperCase()}`]) {
      const { body } = await registry.call('GET', `${path}?include_findings=true`, { as: callers.member });
      expect(body).toMatchObject({ id, node_id: node, findings: [{ rule: 'shell' }] });
      expectError(await registry.call('GET', path), 404, 'NODE_VERSION_NOT_FOUND');
    }
    for (const absent of ['x', '00000000-0000-4000-8000-000000000000'])
      expectError(await registry.call('GET', `/versions/${absent}`), 404, 'NODE_VERSION_NOT_FOUND');
    const read = async (as?: string) =>
      (await registry.graph(`{ nodeVersion(id: "${id}") { version } }`, {}, { as })).data;
    expect(await read(callers.owner)).toEqual({ nodeVersion: { version: '1.0.0' } });
    expect(await read()).toEqual({ nodeVersion: null });
  });
});

describe('levels of checks', () => {
  it('can be set', async () => {
    const registry = await startTestRegistry({ CHECK_LEVELS: 'shell=warn, dynamic-code=off' });
    try {
      const world = await makeWorld(registry);
      const tool = new PublisherTool(registry, world.id, world.callers.token);
      const { body } = await tool.publish(uniqueName('warned'), '1.0.0', await heldPackage(LIST, 'eval("1")'));
      expect(body).toMatchObject({
        status: 'NodeVersionStatusActive',
        finding_counts: { hold: 0, warn: 1, note: 0 },
        findings: [{ level: 'warn', rule: 'shell' }],
      });
      const anonymous = await registry.call('GET', `/nodes/${body.node_id}/versions/1.0.0?include_findings=true`);
      expect(anonymous.body.finding_counts).toEqual({ hold: 0, warn: 1, note: 0 });
    } finally {
      await registry.close();
    }
  });
});
