import { describe, expect, it } from '@jest/globals';
import { compareRequirements, type OwnRequirement, smallestConflicts } from '../../src/resolve/python/agreement.js';
import { environmentOf, parseMarker } from '../../src/resolve/python/marker.js';
import { merged } from '../../src/resolve/python/merge.js';
import { parseRequirement, type Requirement } from '../../src/resolve/python/requirement.js';
import { ComparisonBudget, isSatisfiable } from '../../src/resolve/python/satisfiable.js';
import { avoidanceCheck, chooseVersions, nodesToSearch, type VersionOption } from '../../src/resolve/python/search.js';
import { type Clause, parseClause, satisfies } from '../../src/resolve/python/specifier.js';
import { parseVersion } from '../../src/resolve/python/version.js';
import { type Random, randomOf } from '../support/random.js';

const clausesOf = (text: string): Clause[] => text.split(',').map((part) => parseClause(part)!);
const holds = (version: string, clause: string): boolean => satisfies(parseVersion(version)!, parseClause(clause)!);
const requirementOf = (line: string): Requirement => parseRequirement(line) as Requirement;
const conflictsIn = (all: readonly OwnRequirement[]) => smallestConflicts(compareRequirements(all), () => false);
const own = (node: string, line: string): OwnRequirement => ({
  node,
  version: '1.0.0',
  requirement: requirementOf(line),
});

/** Chooses a version of each node. */
const choose = (nodes: readonly (readonly VersionOption[])[]) =>
  chooseVersions(nodes, compareRequirements(nodes.flatMap(([first]) => first!.requirements)).conflicting);

/** Versions in random clauses. */
const numbers = ['0', '1', '1.1', '1.2', '2', '2.1'];
const suffixes = ['', 'a1', 'rc1', '.post1', '.dev1'];
/** Versions at, between and next to those. */
const dense = [
  ...numbers,
  '0.5',
  '1.0.1',
  '1.0.5',
  '1.1.5',
  '1.3',
  '1.9',
  '2.0.5',
  '2.1.5',
  '2.5',
  '3',
  '1.0.0.1',
  '1.1.0.1',
  '1.2.0.1',
  '2.0.0.1',
  '2.1.0.1',
  '0.0.0.1',
  '0.9',
];
const more = [
  '',
  'a0',
  'a1',
  'a2',
  'a1.dev0',
  'a1.post1',
  'b1',
  'rc0',
  'rc1',
  'rc2',
  'rc1.dev0',
  '.post0',
  '.post1',
  '.post2',
  '.post1.dev0',
  'rc1.post1',
  '.dev0',
  '.dev1',
  '.dev2',
];
const universe = dense.flatMap((number) => more.map((suffix) => parseVersion(number + suffix)!));

function randomSpecifier(random: Random): string {
  const number = random.oneOf(numbers);
  if (random.chance(0.2)) return `${random.oneOf(['==', '!='])}${number}.*`;
  return random.oneOf(['<', '<=', '>', '>=', '==', '!=']) + number + random.oneOf(suffixes);
}

describe('a version specifier', () => {
  // Compared with `packaging` 26.2, which pip uses.
  it.each([
    ['1.0', '==1.0', true],
    ['1.0.0', '==1', true],
    ['1.0+cu118', '==1.0', true],
    ['1.0', '==1.0+cu118', false],
    ['1.0.5', '==1.0.*', true],
    ['1.1', '==1.0.*', false],
    ['1.0rc1', '==1.0.*', true],
    ['1.0.5', '!=1.0.*', false],
    ['2.0rc1', '<2.0', false],
    ['2.0rc1', '<2.0rc2', true],
    ['1.9', '<2.0rc2', true],
    ['1.0.post1', '>1.0', false],
    ['1.0.post2', '>1.0.post1', true],
    ['1.0+local', '>1.0', false],
    ['1.0+local', '<=1.0', true],
    ['1.4.5', '~=1.4.2', true],
    ['1.5', '~=1.4.2', false],
    ['1.5', '~=1.4', true],
    ['2.0', '~=1.4', false],
    ['1!1.0', '>2.0', true],
    ['1.0rc1.post1', '>1.0rc1', false],
    ['1.0.post1', '>1.0rc1', true],
    ['1.0rc2+local', '>1.0rc1', true],
    ['1.0rc1+local', '>1.0rc1', false],
    ['1.0.post1+local', '>1.0', false],
    ['1.2.post1.dev2', '<1.2.post1', false],
    ['2.0rc1', '<2.0.post1', true],
  ])('%s %s: %s', (version, clause, expected) => expect(holds(version, clause)).toBe(expected));

  it.each(['===1.0', '>=abc', '~=1', '>=1.0.*', '<1.0+local', '==1.0rc1.*', '1.0'])('is not compared: %s', (text) =>
    expect(parseClause(text)).toBeUndefined(),
  );
});

describe('several specifiers', () => {
  it.each([
    ['>=1.26,<2', true],
    ['>=2,<2', false],
    ['>=2.0,<=2.0,!=2.0', false],
    ['>2.0,<2.0.1', true],
    ['>=2.0,<3,!=2.*', false],
    ['>=2.0,<3.1,!=2.*', true],
    ['==1.5.*,~=1.4', true],
    ['==1.5.*,~=1.4.0', false],
    ['==1.0+cu118,==1.0+cu121', false],
    ['==1.0+cu118,==1.0', true],
    ['>1.0a1,<1.0b2', true],
    ['>1.0rc1,<1.0', false],
    ['<0', false],
    ['>=1!1,<2', false],
    ['<1!0,<1!0.dev0', true],
    ['==9.1,>=9,!=9.1.1', true],
  ])('%s: %s', (text, expected) => expect(isSatisfiable(clausesOf(text), new ComparisonBudget())).toBe(expected));

  it('are satisfiable exactly if a version of a dense set satisfies them', () => {
    const random = randomOf('440');
    for (let turn = 0; turn < 1500; turn++) {
      const texts = Array.from({ length: random.upTo(3) + 2 }, () => randomSpecifier(random));
      const clauses = texts.map((text) => parseClause(text)!);
      const expected = universe.some((version) => clauses.every((clause) => satisfies(version, clause)));
      expect([texts.join(), isSatisfiable(clauses, new ComparisonBudget())]).toEqual([texts.join(), expected]);
    }
  });
});

describe('a requirement', () => {
  it.each([
    ['numpy', 'numpy', '', []],
    ['Some.Package_Name >= 1.0 , <2', 'some-package-name', '>=1.0,<2', []],
    ['requests[socks, Security]~=2.31', 'requests', '~=2.31', ['socks', 'security']],
    ['numpy (>=1.26)', 'numpy', '(>=1.26)', []],
    ['numpy>=1.26,', 'numpy', '>=1.26,', []],
    ['torch==2.1.0+cu118  # the build for CUDA', 'torch', '==2.1.0+cu118', []],
  ])('%s', (line, name, spec, extras) => {
    const found = requirementOf(line);
    expect([found.package, found.spec, found.extras, found.notJudged]).toEqual([name, spec, extras, undefined]);
  });

  it.each([
    ['pkg @ https://example.org/pkg.zip ; python_version > "3"', 'it names a URL instead of versions'],
    ['pkg===1.0', '"===" compares texts instead of versions'],
    ['pkg>=new', '">=new" is not a version specifier'],
    ['pkg>=1.0,,<2', '"" is not a version specifier'],
  ])('is not compared: %s', (line, why) => expect(requirementOf(line).notJudged).toBe(why));

  it.each([
    ['-r requirements.txt', 'it is an option of an installer'],
    ['git+https://example.org/pkg.git', 'it is not a requirement of PEP 508'],
    ['pkg; python_version', 'its marker can’t be read'],
    ['!!!', 'it does not begin with the name of a package'],
    ['x'.repeat(1001), 'it is longer than 1000 characters'],
  ])('has a name even if it can’t be parsed: %s', (line, why) => expect(parseRequirement(line)).toMatchObject({ why }));

  it.each(['', '   ', '# only a comment'])('is absent in “%s”', (line) =>
    expect(parseRequirement(line)).toBeUndefined(),
  );
});

describe('a marker', () => {
  const linux = environmentOf('POSIX :: Linux', '3.10');
  it.each([
    ['python_version >= "3.9"', true],
    ['python_version < "3.9"', false],
    ['"3.9" <= python_version', true],
    ['"3.9" ~= python_version', false],
    ['"3.12" ~= python_version', true],
    ['"new" != python_version', undefined],
    ['python_full_version >= "3.10.2"', undefined],
    ['sys_platform == "win32"', false],
    ["platform_system == 'Linux' and python_version > '3.8'", true],
    ['sys_platform == "win32" or (os_name == "posix" and extra == "")', true],
    ['"linux" in sys_platform', true],
    ['"win" not in sys_platform', true],
    ['platform_machine == "x86_64"', undefined],
    ['platform_machine == "x86_64" and sys_platform == "win32"', false],
    ['extra == "dev"', false],
  ])('%s: %s', (text, expected) => expect(parseMarker(text)!(linux)).toBe(expected));

  it.each([
    '',
    'python_version',
    'nothing == "1"',
    'os_name = "posix"',
    '(os_name == "posix"',
    '"a" == "b"',
    '('.repeat(5000),
  ])('is rejected: %s', (text) => expect(parseMarker(text)).toBeUndefined());

  it('is unknown if the system is unknown', () => {
    expect(parseMarker('sys_platform == "linux"')!(environmentOf(undefined, undefined))).toBeUndefined();
  });
});

describe('requirements of several nodes', () => {
  it('are merged into one for each package', () => {
    const all = [own('a', 'numpy>=1.26'), own('b', 'numpy[extra]>=1.20,<2'), own('c', 'NumPy<=2'), own('a', 'pillow')];
    expect(merged(all, new Set())).toEqual([
      { package: 'numpy', requirement: 'numpy[extra]>=1.26,<2', constraint: 'numpy>=1.26,<2' },
      { package: 'pillow', requirement: 'pillow', constraint: 'pillow' },
    ]);
  });

  it('are in conflict with the smallest set of them', () => {
    const all = [own('a', 'numpy>=1.20'), own('b', 'numpy<2'), own('c', 'numpy>=2.1'), own('d', 'numpy!=2.2')];
    expect(conflictsIn(all).map(({ requirements }) => requirements.map(({ node }) => node))).toEqual([['b', 'c']]);
    const three = [own('a', 'x>=1'), own('b', 'x<=1'), own('c', 'x!=1')];
    expect(conflictsIn(three)[0]!.requirements).toHaveLength(3);
  });

  it('are in conflict exactly if no version satisfies all of them, with a minimal set', () => {
    const random = randomOf('2021');
    const some = (all: readonly OwnRequirement[]): boolean =>
      universe.some((version) =>
        all.every(({ requirement }) => requirement.clauses.every((clause) => satisfies(version, clause))),
      );
    for (let turn = 0; turn < 500; turn++) {
      const all = Array.from({ length: random.upTo(5) + 2 }, (_, node) =>
        own(`n${node}`, `p${randomSpecifier(random)}`),
      );
      const found = conflictsIn(all);
      expect([all.map(({ requirement }) => requirement.spec), found.length]).toEqual([
        all.map(({ requirement }) => requirement.spec),
        some(all) ? 0 : 1,
      ]);
      for (const { requirements } of found) {
        expect(some(requirements)).toBe(false);
        for (const one of requirements) expect(some(requirements.filter((other) => other !== one))).toBe(true);
      }
    }
  });

  it('are merged into one that the same versions satisfy', () => {
    const random = randomOf('2022');
    for (let turn = 0; turn < 500; turn++) {
      const all = Array.from({ length: random.upTo(4) + 2 }, (_, node) =>
        own(`n${node}`, `p${randomSpecifier(random)}`),
      );
      const clauses = all.flatMap(({ requirement }) => requirement.clauses);
      const [one] = merged(all, new Set());
      const satisfying = (list: readonly Clause[]): string[] =>
        universe.filter((version) => list.every((clause) => satisfies(version, clause))).map((version) => version.text);
      const merger = requirementOf(one!.constraint);
      expect([one!.constraint, satisfying(merger.clauses)]).toEqual([one!.constraint, satisfying(clauses)]);
    }
  });

  const randomNodes = (random: Random): VersionOption[][] => {
    const specs = ['', '>=1', '>=2', '<2', '<1', '==1.5', '>=1.5,<3', '!=1.5', '>=2,<1'];
    return Array.from({ length: random.upTo(4) + 1 }, (_, node) =>
      Array.from({ length: random.upTo(3) + 1 }, () => ({
        requirements: ['p', 'q', 'r']
          .filter(() => random.chance(0.6))
          .map((name) => own(`n${node}`, name + random.oneOf(specs))),
      })),
    );
  };
  const combinationsOf = (nodes: readonly VersionOption[][]): VersionOption[][] =>
    nodes.reduce<VersionOption[][]>(
      (found, options) => found.flatMap((before) => options.map((option) => [...before, option])),
      [[]],
    );
  const satisfiable = (all: readonly OwnRequirement[]): boolean =>
    isSatisfiable(
      all.flatMap(({ requirement }) => requirement.clauses),
      new ComparisonBudget(),
    );
  /** The distinct pairs of conflicting specifiers. */
  const conflictingPairs = (chosen: readonly VersionOption[]): number => {
    const all = chosen.flatMap(({ requirements }) => requirements);
    const pairs = all.flatMap((one) =>
      all
        .filter(({ requirement }) => requirement.package === one.requirement.package)
        .filter(({ requirement }) => requirement.spec !== one.requirement.spec)
        .filter((other) => !satisfiable([one, other]))
        .map((other) => [one.requirement.package, ...[one.requirement.spec, other.requirement.spec].sort()].join(' ')),
    );
    return new Set(pairs).size;
  };

  it('get versions with the fewest packages in conflict, and of these the fewest conflicting pairs', () => {
    const random = randomOf('508');
    for (let turn = 0; turn < 600; turn++) {
      const nodes = randomNodes(random);
      const combinations = combinationsOf(nodes);
      const conflictsOf = (chosen: readonly VersionOption[]): number =>
        conflictsIn(chosen.flatMap(({ requirements }) => requirements)).length;
      const { options, isComplete, hasConflicts } = choose(nodes);
      const taken = nodes.map((all, at) => all[options[at]!]!);
      const fewest = Math.min(...combinations.map(conflictsOf));
      const best = combinations.filter((chosen) => conflictsOf(chosen) === fewest);
      expect([isComplete, hasConflicts, conflictsOf(taken)]).toEqual([true, fewest > 0, fewest]);
      expect(conflictingPairs(taken)).toBe(Math.min(...best.map(conflictingPairs)));
    }
  });

  it('are reported as unavoidable exactly if no versions of their nodes agree, and avoidable pairs only without others', () => {
    const random = randomOf('509');
    let avoidable = 0;
    for (let turn = 0; turn < 600; turn++) {
      const nodes = randomNodes(random);
      const { options } = choose(nodes);
      const taken = nodes.flatMap((all, at) => all[options[at]!]!.requirements);
      const optionsOf = new Map(nodes.map((all, at) => [`n${at}`, all]));
      const agreeing = (name: string, ids: readonly string[]): boolean =>
        combinationsOf(ids.map((id) => optionsOf.get(id)!)).some((chosen) =>
          satisfiable(
            chosen.flatMap((option) => option.requirements.filter((one) => one.requirement.package === name)),
          ),
        );
      for (const conflict of smallestConflicts(compareRequirements(taken), avoidanceCheck(optionsOf))) {
        const { package: name, requirements, isAvoidable } = conflict;
        expect(isAvoidable).toBe(
          agreeing(
            name,
            requirements.map(({ node }) => node),
          ),
        );
        if (!isAvoidable) continue;
        avoidable++;
        const own = taken.filter(({ requirement }) => requirement.package === name);
        for (const one of own)
          for (const other of own)
            if (!satisfiable([one, other])) expect(agreeing(name, [one.node, other.node])).toBe(true);
      }
    }
    expect(avoidable).toBeGreaterThan(0);
  });

  it('get versions without a conflict also among thousands of nodes', () => {
    const nodes = Array.from({ length: 2500 }, (_, node): VersionOption[] =>
      Array.from({ length: 20 }, (_version, version) => ({
        requirements: [own(`n${node}`, `shared>=0.${(node * 7 + version) % 20}`), own(`n${node}`, `p>=${version}`)],
      })),
    );
    nodes[0] = ['numpy<2', 'numpy>=1'].map((line) => ({ requirements: [own('n0', line), own('n0', 'shared')] }));
    nodes[1] = [{ requirements: [own('n1', 'numpy>=2')] }];
    const { options, isComplete } = choose(nodes);
    expect([isComplete, options[0], new Set(options.slice(1))]).toEqual([true, 1, new Set([0])]);
  });

  it('are searched among the nodes with the rarest requirements of packages in conflict', () => {
    const preferred = Array.from({ length: 300 }, (_, node): VersionOption => {
      const line = node === 299 ? 'numpy>=2' : node % 2 === 0 ? 'numpy<2' : 'pillow';
      return { requirements: [own(`n${node}`, line)] };
    });
    const { conflicting } = compareRequirements(preferred.flatMap(({ requirements }) => requirements));
    const searched = nodesToSearch(preferred, conflicting);
    expect([searched.length, searched[0], searched.every((at) => at === 299 || at % 2 === 0)]).toEqual([
      100,
      299,
      true,
    ]);
    expect(nodesToSearch(preferred.slice(200), conflicting)).toEqual([...Array.from({ length: 100 }).keys()]);
  });

  it('are compared within limits, and the rest is reported as not compared', () => {
    const all = Array.from({ length: 40 }, (_, name) => [
      own('range', `p${name}>=${name}.0.dev0,<${name}.29.dev0`),
      ...Array.from({ length: 29 }, (_node, node) => own(`n${node}`, `p${name}!=${name}.${node}.*`)),
      ...Array.from({ length: 5 }, (_node, node) => own(`more${node}`, `p${name}!=${name}.9${node}`)),
    ]).flat();
    const comparison = compareRequirements(all);
    const { notCompared } = comparison;
    const conflicts = smallestConflicts(comparison, () => true);
    expect(conflicts.length).toBeGreaterThan(5);
    expect(conflicts[0]!.requirements.length).toBeGreaterThanOrEqual(30);
    // Of each package either the clauses above the limit, or all.
    const left = Map.groupBy(notCompared, ({ requirement }) => requirement.package);
    expect(left.size).toBe(40);
    expect(new Set([...left.values()].map(({ length }) => length))).toEqual(new Set([4, 35]));
  });
});
