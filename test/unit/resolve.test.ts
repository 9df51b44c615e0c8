import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AppError } from '../../src/errors/app-error.js';
import { isLower } from '../../src/resolve/branch-and-bound.js';
import { type CoverCandidate, coverCost, EXACT_MAX, smallestCover } from '../../src/resolve/cover.js';
import { parseResolveJson } from '../../src/resolve/input.js';
import { NearNames } from '../../src/resolve/near-names.js';
import { compileNamePattern } from '../../src/resolve/name-pattern.js';
import type { NameUse } from '../../src/resolve/question.js';
import { cheapestVersions, type VersionedCandidate } from '../../src/resolve/version-cover.js';
import { readWorkflow, UseCollector } from '../../src/resolve/workflow.js';
import { parseBoundedJson } from '../../src/values/bounded-json.js';
import { randomOf } from '../support/random.js';

/** Returns the best of all sets that cover every name. */
function bruteForce(candidates: readonly CoverCandidate[], fixed: readonly number[]): readonly number[] {
  const all = new Set(candidates.flatMap(({ names }) => names));
  let best: readonly number[] | undefined;
  for (let mask = 0; mask < 1 << candidates.length; mask++) {
    const chosen = [...candidates.keys()].filter((at) => mask & (1 << at));
    const covered = new Set(chosen.flatMap((at) => candidates[at]!.names));
    if (covered.size < all.size || !fixed.every((at) => chosen.includes(at))) continue;
    const cost = coverCost(candidates, chosen);
    if (!best || isLower(cost, best)) best = cost;
  }
  return best!;
}

describe('the smallest cover', () => {
  it('equals the result of trying every set', () => {
    const random = randomOf('2107');
    for (let turn = 0; turn < 3000; turn++) {
      const count = random.upTo(8) + 1;
      const candidates = Array.from({ length: random.upTo(9) + 1 }, () => {
        const names = Array.from({ length: count }, (_, name) => name).filter(() => random.chance(0.35));
        return { names, preempts: names.filter(() => random.chance(0.1)) };
      });
      const fixed = random.chance(0.2) ? [random.upTo(candidates.length)] : [];
      const { chosen, method } = smallestCover(candidates, fixed);
      expect([method, coverCost(candidates, chosen)]).toEqual(['exact', bruteForce(candidates, fixed)]);
    }
  });

  it('covers every name, and reports `greedy` above the limit of candidates', () => {
    const random = randomOf('2108');
    const candidates = Array.from({ length: EXACT_MAX * 5 }, () => ({
      names: Array.from({ length: 300 }, (_, name) => name).filter(() => random.chance(0.03)),
      preempts: [],
    }));
    const { chosen, method } = smallestCover(candidates);
    const covered = new Set(chosen.flatMap((at) => candidates[at]!.names));
    expect(method).toBe('greedy');
    expect(covered.size).toBe(new Set(candidates.flatMap(({ names }) => names)).size);
    // No chosen candidate is redundant.
    for (const at of chosen)
      expect(
        new Set(chosen.filter((other) => other !== at).flatMap((other) => candidates[other]!.names)).size,
      ).toBeLessThan(covered.size);
  });

  /** Candidates of 6 random names each. */
  const crowd = (count: number): CoverCandidate[] => {
    const random = randomOf('2109');
    return Array.from({ length: count }, () => ({
      names: [...new Set(Array.from({ length: 6 }, () => random.upTo(5000)))].sort((a, b) => a - b),
      preempts: [],
    }));
  };
  /** Each candidate becomes worse than the one before it when the one after it is chosen. */
  const chain = (count: number): CoverCandidate[] =>
    Array.from({ length: count }, (_, at) => ({ names: [at, at + 1], preempts: [] }));
  /** Few candidates with many names. Almost every name has another set of 8 providers. */
  const dense = (count: number): CoverCandidate[] => {
    const random = randomOf('2110');
    const providers = Array.from({ length: count }, () => {
      const found = new Set<number>();
      while (found.size < 8) found.add(random.upTo(EXACT_MAX));
      return found;
    });
    return Array.from({ length: EXACT_MAX }, (_, at) => ({
      names: [...providers.keys()].filter((name) => providers[name]!.has(at)),
      preempts: [],
    }));
  };

  it.each([
    ['many candidates', crowd, 3000],
    ['a chain of candidates', chain, 30_000],
    ['many names of few candidates', dense, 20_000],
  ])('takes a bounded number of steps for %s', (_, make, count) => {
    smallestCover(make(100));
    const candidates = make(count);
    const before = process.cpuUsage();
    smallestCover(candidates);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

/** The costs by which choices of versions are compared. */
function versionCost(
  candidates: readonly VersionedCandidate[],
  pinned: ReadonlyMap<number, number>,
  versions: readonly number[],
): number[] {
  const namesOf = (at: number) => candidates[at]!.versions[versions[at]!] ?? [];
  const chosen = [...versions.keys()].filter((at) => versions[at] !== -1);
  const all = new Set(candidates.flatMap((candidate) => candidate.versions.flat()));
  const reserved = chosen.map((at) => namesOf(at).filter((name) => candidates[at]!.preempts.includes(name)).length);
  return [
    [...pinned].filter(([name, at]) => !namesOf(at).includes(name)).length,
    all.size - new Set(chosen.flatMap(namesOf)).size,
    chosen.filter((at) => candidates[at]!.isPoor).length,
    chosen.length,
    -reserved.reduce((sum, count) => sum + count, 0),
    ...chosen,
  ];
}

describe('the cheapest versions', () => {
  const random = randomOf('2811');
  const generated = (count: number, most: number, chance: number): VersionedCandidate[] =>
    Array.from({ length: most }, () => ({
      versions: Array.from({ length: random.upTo(3) + 1 }, () =>
        Array.from({ length: count }, (_, name) => name).filter(() => random.chance(chance)),
      ),
      preempts: Array.from({ length: count }, (_, name) => name).filter(() => random.chance(0.05)),
      isFixed: random.chance(0.1),
      isPoor: random.chance(0.1),
    }));

  it('equal the result of trying every combination of versions', () => {
    for (let turn = 0; turn < 1500; turn++) {
      const candidates = generated(random.upTo(6) + 1, random.upTo(5) + 1, 0.4);
      const pinned = new Map<number, number>();
      candidates.forEach(({ versions }, at) => {
        for (const name of versions.flat()) if (random.chance(0.1)) pinned.set(name, at);
      });
      let combinations: number[][] = [[]];
      for (const { versions, isFixed } of candidates)
        combinations = combinations.flatMap((first) =>
          [...(isFixed ? [] : [-1]), ...versions.keys()].map((version) => [...first, version]),
        );
      const best = combinations
        .map((versions) => versionCost(candidates, pinned, versions))
        .reduce((a, b) => (isLower(b, a) ? b : a));
      const { versions, method } = cheapestVersions(candidates, pinned);
      expect([method, versionCost(candidates, pinned, Array.from(versions))]).toEqual(['exact', best]);
    }
  });

  it('take a bounded number of steps, and report `greedy` beyond it', () => {
    const candidates = generated(2000, 200, 0.01);
    const before = process.cpuUsage();
    const { versions, method } = cheapestVersions(candidates, new Map());
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
    expect(method).toBe('greedy');
    const provided = new Set(candidates.flatMap((candidate, at) => candidate.versions[versions[at]!] ?? []));
    expect(provided.size).toBeGreaterThan(1000);
  });
});

describe('a pattern of names', () => {
  it.each([
    ['Inspire$', ['KSampler //Inspire', 'Inspire'], ['Inspired']],
    ['^DF_', ['DF_Add'], ['df_add', 'x DF_']],
    [' \\(rgthree\\)$', ['Seed (rgthree)'], ['Seed (rgthree) 2', 'Seed(rgthree)']],
    [
      '(^(Prompts|Anything) Everywhere|Simple String)',
      ['Prompts Everywhere?', 'A Simple String'],
      ['No Anything Everywhere'],
    ],
    ['MiniMax.*BMO|BMO.*MiniMax', ['MiniMax x BMO', 'BMOMiniMax'], ['MiniMax', 'MiniMaxBM']],
    ['^abcd$', ['abcd'], ['abcde', 'xabcd']],
    ['^ab.*cd$', ['abcd', 'ab-cd'], ['abc', 'abcdx']],
  ])('%s', (pattern, matching, others) => {
    const compiled = compileNamePattern(pattern)!;
    for (const name of [...matching, ...others])
      expect([name, compiled.match(name) > 0]).toEqual([name, new RegExp(pattern).test(name)]);
    expect(matching.every((name) => compiled.match(name) > 0)).toBe(true);
    expect(others.some((name) => compiled.match(name) > 0)).toBe(false);
  });

  it.each([
    '(a+)+$',
    'abcd{3}',
    '[ab]cde',
    '.*',
    'abcd.',
    '\\dabcd',
    '^x',
    '(abcd',
    'abcd)',
    'abcd|',
    'a?bcde',
    'x'.repeat(501),
  ])('is rejected if it is not literal text with alternatives, or matches nearly everything: %s', (pattern) =>
    expect(compileNamePattern(pattern)).toBeUndefined(),
  );
});

describe('JSON with limits', () => {
  const bounds = { depth: 5, values: 50, names: 10 };
  const faultOf = (text: string): string => {
    try {
      parseBoundedJson(Buffer.from(text), bounds, 'file');
    } catch (error) {
      return (error as AppError).details.join();
    }
    return 'none';
  };

  it.each([
    '{}',
    '[]',
    '"a\\"b"',
    'null',
    '{"a":[1,{"a":2}],"b":"{[,:"}',
    ' {"__proto__": {"x": 1}} ',
    '["\\\\","\\\\\\""]',
  ])('is parsed as by JSON.parse: %s', (text) =>
    expect(parseBoundedJson(Buffer.from(text), bounds, 'file')).toEqual(JSON.parse(text)),
  );

  it.each([
    ['[[[[[[1]]]]]]', 'file: character 6: the value is nested deeper than 5 levels'],
    [`[${'1,'.repeat(60)}1]`, 'file: character 99: the value contains more than 50 values'],
    [
      `{${Array.from({ length: 11 }, (_, index) => `"n${index}":1`).join()}}`,
      'file: character 77: an object has more than 10 names',
    ],
    ['{"a": {"b": 1, "c": 2, "b": 3}}', 'file: character 24: the name "b" occurs twice in its object'],
    ['{"b": 1, "\\u0062": 3}', 'file: character 10: the name "b" occurs twice in its object'],
    ['{"a": 1', expect.stringContaining('is not valid JSON')],
    ['', expect.stringContaining('is not valid JSON')],
    ['[1]]]', expect.stringContaining('is not valid JSON')],
    ['"abc', expect.stringContaining('is not valid JSON')],
    ['["ä", tru]', 'file: character 10: is not valid JSON'],
  ])('is refused with the position of the error: %s', (text, message) => expect(faultOf(text)).toEqual(message));

  const wide = { depth: 50, values: 10_000, names: 1000 };
  const resultOf = (parse: () => unknown): unknown => {
    try {
      return { value: parse() };
    } catch {
      return 'refused';
    }
  };
  const ours = (bytes: Buffer): unknown => resultOf(() => parseBoundedJson(bytes, wide, 'file'));
  const native = (text: string): unknown => resultOf(() => JSON.parse(text) as unknown);

  it('is parsed as by JSON.parse: random texts', () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.nat(4), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), undefined, indent);
        expect(ours(Buffer.from(spaced))).toEqual(native(spaced));
      }),
      { numRuns: 2000 },
    ));

  it('is parsed or refused as by JSON.parse: texts with an error', () =>
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom(
          '',
          ...' \n\u0001\\"{}[]:,-+.0123eE',
          'tru',
          'null',
          '\\u00e',
          '\\ud800',
          '\\x',
          '\u00a0',
          'ä',
          '𝒳',
        ),
        fc.nat(2),
        (json, position, inserted, removed) => {
          const at = position % (json.length + 1);
          const text = json.slice(0, at) + inserted + json.slice(at + removed);
          // An error can give two fields the same name, which only `JSON.parse` accepts.
          if (/twice/.test(faultOf(text))) return;
          expect(ours(Buffer.from(text))).toEqual(native(Buffer.from(text).toString()));
        },
      ),
      { numRuns: 5000 },
    ));

  it.each([
    '1e5',
    '-0',
    '-0.5E-3',
    '123456789012345678',
    '0.1',
    '1E+2',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '+1',
    '1e+',
    'NaN',
  ])('has the numbers of JSON.parse: %s', (text) => expect(ours(Buffer.from(text))).toEqual(native(text)));

  it('has many names with the same hash, and finds only those that are equal', () => {
    // Both have the same sum of 31 to the power of their position.
    const names = ['Aa', 'BB'].flatMap((a) => ['Aa', 'BB'].flatMap((b) => ['Aa', 'BB'].map((c) => a + b + c)));
    const text = (list: string[]): string => `{${list.map((name) => `"${name}":1`).join()}}`;
    expect(faultOf(text(names))).toBe('none');
    expect(faultOf(text([...names, 'BBAaBB']))).toContain('the name "BBAaBB" occurs twice');
  });

  it.each([40, 900])('finds a name that occurs twice among %i', (count) => {
    const names = Array.from({ length: count }, (_, at) => `"n${at}":${at}`);
    const parse = (list: string[]) => () => parseBoundedJson(Buffer.from(`{${list.join()}}`), wide, 'file');
    expect(Object.keys(parse(names)() as object)).toHaveLength(count);
    expect(parse([...names, '"n\\u0035":0'])).toThrow('the name "n5" occurs twice');
  });

  it('may begin with a byte order mark, and is refused if it is not UTF-8', () => {
    expect(ours(Buffer.from('\ufeff[1]'))).toEqual({ value: [1] });
    expect(ours(Buffer.from([0x22, 0xff, 0x22]))).toBe('refused');
    const twice = [
      Buffer.from('{"'),
      Buffer.from([0xff]),
      Buffer.from('":1,"'),
      Buffer.from([0xfe]),
      Buffer.from('":2}'),
    ];
    expect(ours(Buffer.concat(twice))).toBe('refused');
  });
});

describe('a workflow', () => {
  const collect = (workflow: unknown): readonly NameUse[] | string => {
    const uses = new UseCollector();
    try {
      readWorkflow(workflow, uses);
    } catch (error) {
      return (error as Error).message;
    }
    return uses.uses;
  };
  const read = (workflow: unknown): readonly NameUse[] | string => {
    const result = collect(workflow);
    // Only the parts that are read are made of a request's body.
    const body = parseResolveJson(Buffer.from(JSON.stringify({ workflow })), 'body') as { workflow: unknown };
    expect(collect(body.workflow)).toEqual(result);
    return result;
  };
  const subgraph = '7c6a1c0e-5a53-4d0e-9d3e-0a1f3c4b5d6e';

  it('in the graph form contains the types of its nodes, of subgraphs and of groups', () => {
    const uses = read({
      nodes: [
        { id: 1, type: 'Load', properties: { cnr_id: 'pack', ver: '1.2.3' } },
        { id: 2, type: 'Load', properties: { cnr_id: 'pack', ver: '1.2.3' } },
        { id: 3, type: 'Load', properties: { cnr_id: 'other' } },
        { id: 4, type: subgraph },
        { id: 5, type: 'workflow>Mine' },
        { id: 6, type: ' Spaced ', properties: { aux_id: 'some/where', ver: 'abcdef0' } },
      ],
      links: [],
      definitions: { subgraphs: [{ id: subgraph, nodes: [{ id: 9, type: 'Inner' }] }] },
      extra: { groupNodes: { Mine: { nodes: [{ index: 0, type: 'Grouped' }] } } },
    });
    const spaced = { id: undefined, repository: 'some/where', version: undefined };
    const load = { id: 'pack', repository: undefined, version: '1.2.3' };
    const other = { id: 'other', repository: undefined, version: undefined };
    expect(uses).toEqual([
      { name: ' Spaced ', usedBy: ['6'], pins: [{ pin: spaced, times: 1 }] },
      { name: 'Grouped', usedBy: ['Mine:0'], pins: [] },
      { name: 'Inner', usedBy: [`${subgraph}:9`], pins: [] },
      {
        name: 'Load',
        usedBy: ['1', '2', '3'],
        pins: [
          { pin: load, times: 2 },
          { pin: other, times: 1 },
        ],
      },
    ]);
  });

  it('names the version of a pin with or without the letter v', () => {
    const pinned = (ver: string) =>
      (read({ nodes: [{ type: 'A', properties: { cnr_id: 'pack', ver } }] }) as NameUse[])[0]!;
    expect(['v1.0.0', '1.0.0', 'nightly', 'vv1.0.0'].map((ver) => pinned(ver).pins[0]!.pin.version)).toEqual([
      '1.0.0',
      '1.0.0',
      undefined,
      undefined,
    ]);
  });

  it('lists elements of a group with their index', () => {
    const nodes = [0, 1].map((index) => ({ id: -1, index, type: 'A' }));
    expect(read({ nodes: [{ id: -1, type: 'A' }], extra: { groupNodes: { Mine: { nodes } } } })).toEqual([
      { name: 'A', usedBy: ['-1', 'Mine:0', 'Mine:1'], pins: [] },
    ]);
  });

  it('has well-formed ids, also where they are shortened', () => {
    const uses = new UseCollector();
    const node = { id: `${'i'.repeat(99)}\u{1f600}`, type: 'A' };
    const group = `${'g'.repeat(49)}\u{1f600}`;
    const groupNodes = {
      [group]: { nodes: [{ index: 1, type: 'B' }] },
      '\ud800': { nodes: [{ index: 2, type: 'B' }] },
    };
    readWorkflow({ nodes: [node], extra: { groupNodes } }, uses);
    expect(uses.uses.flatMap(({ usedBy }) => usedBy)).toEqual([
      `${'i'.repeat(99)}\ufffd`,
      `${'g'.repeat(49)}\ufffd:1`,
      '\ufffd:2',
    ]);
  });

  it('contains the nodes of nested subgraph definitions', () => {
    const inner = { id: 'inner', nodes: [{ id: 1, type: 'Deep' }] };
    const outer = { id: 'outer', nodes: [{ id: 2, type: 'inner' }], definitions: { subgraphs: [inner] } };
    const uses = read({ nodes: [{ id: 3, type: 'outer' }], definitions: { subgraphs: [outer] } });
    expect(uses).toEqual([{ name: 'Deep', usedBy: ['inner:1'], pins: [] }]);
    const wrong = { ...outer, definitions: { subgraphs: [3] } };
    expect(read({ nodes: [], definitions: { subgraphs: [wrong] } })).toContain(
      'workflow.definitions.subgraphs.0.definitions.subgraphs.0: takes an object',
    );
  });

  it('in the prompt form contains the classes of its nodes', () => {
    expect(read({ 12: { class_type: 'Save', inputs: {} }, 7: { class_type: 'Load', inputs: {} } })).toEqual([
      { name: 'Load', usedBy: ['7'], pins: [] },
      { name: 'Save', usedBy: ['12'], pins: [] },
    ]);
  });

  it('in the prompt form may have any ids', () => {
    const ids = ['definitions', 'extra', 'inputs', 'links', 'nodes', 'properties', '__proto__', 'workflow'];
    const pinned = { class_type: 'Load', inputs: { nodes: [1] }, properties: { cnr_id: 'pack' } };
    const prompt = JSON.parse(`{${ids.map((id) => `"${id}":${JSON.stringify(pinned)}`).join()}}`) as unknown;
    const pin = { id: 'pack', repository: undefined, version: undefined };
    expect(read({ prompt })).toEqual([{ name: 'Load', usedBy: ids, pins: [{ pin, times: ids.length }] }]);
    expect(read({ prompt: { 1: { class_type: 'Load', _meta: { node_id: 'pack' } } } })).toEqual([
      { name: 'Load', usedBy: ['1'], pins: [{ pin, times: 1 }] },
    ]);
  });

  it('in the graph form may have groups of any name', () => {
    const groupNodes = { inputs: { nodes: [{ index: 0, type: 'A' }] }, links: { nodes: [{ index: 1, type: 'A' }] } };
    expect(read({ nodes: [], extra: { groupNodes } })).toEqual([
      { name: 'A', usedBy: ['inputs:0', 'links:1'], pins: [] },
    ]);
  });

  it('has the most frequent pin of each name; of equally frequent ones, the first', () => {
    const pinOf = (...ids: string[]) => {
      const uses = read({ nodes: ids.map((id) => ({ type: 'A', properties: { cnr_id: id, ver: '1.0.0' } })) });
      return (uses as NameUse[])[0]!.pins[0]?.pin.id;
    };
    expect(pinOf('a', 'b', 'b', 'a', 'c')).toBe('a');
    expect(pinOf('a', 'b', 'c', 'c', 'b', 'b')).toBe('b');
    expect(pinOf('a', 'a', 'b')).toBe('a');
  });

  it.each([
    ['text', 'workflow: takes an object'],
    [[], 'workflow: takes an object'],
    [{ nodes: [1] }, 'workflow.nodes.0: takes an object'],
    [{ nodes: [{ id: 1 }] }, 'workflow.nodes.0.type: takes the name'],
    [{ nodes: [{ type: 'a' }, { type: 'a\0b' }] }, 'workflow.nodes.1.type: contains a character'],
    [{ nodes: [{ type: '\ud800' }] }, 'workflow.nodes.0.type: contains a character'],
    [{ nodes: [{ type: 'x'.repeat(501) }] }, 'workflow.nodes.0.type: takes at most 500'],
    [{ nodes: [], definitions: 3 }, 'workflow.definitions: takes an object'],
    [
      { nodes: [], definitions: { subgraphs: [{ id: 'a', nodes: {} }] } },
      'workflow.definitions.subgraphs.0.nodes: takes a list',
    ],
    [{ 3: { inputs: {} } }, 'workflow.3.class_type: takes the name'],
    [
      { nodes: Array.from({ length: 5001 }, (_, index) => ({ type: `n${index}` })) },
      'workflow.nodes.5000.type: is beyond',
    ],
  ])('is refused with the position of its error (%#)', (workflow, message) => {
    expect(read(workflow)).toContain(message);
  });
});

describe('similar names', () => {
  it('are sorted by similarity, without names that no node provides any more', () => {
    const near = new NearNames();
    for (const name of ['MaskGrow', 'MaskGrowBlur', 'MaskFeather', 'AudioMix', 'maskgrow']) near.add(name);
    expect(near.similar('MaskGrwo', () => true)[0]).toMatch(/^maskgrow$/i);
    expect(near.similar('MaskGrowBlr', () => true)[0]).toBe('MaskGrowBlur');
    expect(near.similar('MaskGrowBlr', (name) => name !== 'MaskGrowBlur')).not.toContain('MaskGrowBlur');
    expect(near.similar('Zzz', () => true)).toEqual([]);
  });

  it('are found quickly among 40,000', () => {
    const random = randomOf('2110');
    const near = new NearNames();
    for (let index = 0; index < 40_000; index++)
      near.add(`${random.word()} ${random.word()} ${random.word()} ${index}`);
    near.similar('amber basil cedar 1', () => true);
    const before = process.cpuUsage();
    for (let turn = 0; turn < 20; turn++) near.similar(`${random.word()} ${random.word()} ${turn}`, () => true);
    const { user, system } = process.cpuUsage(before);
    // About 2 ms each; the limit leaves room for slow machines.
    expect((user + system) / 20_000).toBeLessThan(20);
  });
});
