import { type Alternative, ChoiceReason } from './answer.js';
import { membership } from '../values/membership.js';
import { type CoverCandidate, type CoverMethod, smallestCover } from './cover.js';
import { cheapestVersions } from './version-cover.js';

/** A node that can be chosen, with the values that decide the choice. */
export interface Candidate {
  readonly id: string;
  readonly downloads: number;
  readonly repoHostStars: number;
  readonly searchRanking: number | null;
  readonly createdAt: number;
  readonly preempted: readonly string[];
  /** All core-node names that the node defines. */
  readonly names: readonly string[];
}

/** The core-node names to provide, and the nodes that can provide them. */
export interface Choice<C extends Candidate> {
  /** Distinct names, in the order of the result. */
  readonly names: readonly string[];
  /** For each name, the nodes that can provide it, the preferred ones first: first those that it is reserved for. */
  readonly providers: readonly (readonly C[])[];
  /** For each pinned name, the node that must provide it. */
  readonly pinned: ReadonlyMap<string, C>;
  /** Those of the pinned names that are not pinned, but match the name pattern of their node. */
  readonly byPattern?: ReadonlySet<string>;
  /** Nodes that are chosen in any case. */
  readonly fixed: readonly C[];
  /** Compares candidates by preference: negative if the first one is preferred. */
  readonly compare: (a: C, b: C) => number;
  /** If it is taken into account that the versions of a node provide different names: the names of versions. */
  readonly versions: VersionNames<C> | undefined;
}

/** The names that versions provide. */
export interface VersionNames<C> {
  /** For each node, the sets of names that one version provides. All other nodes provide all their names together. */
  readonly sets: ReadonlyMap<C, readonly ReadonlySet<string>[]>;
  /** Nodes of which no version that provides any of the names supports the installation. */
  readonly unsupported: ReadonlySet<C>;
  /** False if some versions are left out. */
  readonly isComplete: boolean;
}

/** A chosen node, with the names that it provides. */
export interface ChosenNode<C extends Candidate> {
  readonly candidate: C;
  readonly names: readonly string[];
  readonly reason: ChoiceReason;
  readonly alternatives: readonly Alternative[];
}

/** The chosen nodes, in order of preference. */
export interface Chosen<C extends Candidate> {
  readonly nodes: readonly ChosenNode<C>[];
  /** The names that no combination of the versions of nodes provides together with all others. */
  readonly left: readonly string[];
  readonly method: CoverMethod;
}

/** Chosen nodes, with the names that the version that was chosen of each provides; `undefined` for all its names. */
type Taken<C> = ReadonlyMap<C, ReadonlySet<string> | undefined>;

const NONE: readonly never[] = [];

const ALTERNATIVES_MAX = 5;
/** A node is treated as a copy of a much more used one if they have at least this number of names in common. */
const COPIED_NAMES = 2;
/** A much more used node has at least this many times the stars. */
export const MORE_STARS = 2;
/** Limits of the providers of one name, and of all names together. Only the preferred ones are considered. */
const PROVIDERS_MAX = 40;
const PROVIDERS_OF_ALL_MAX = 25_000;

/** True if a node has far more stars than another one, and no fewer downloads. */
export const isMuchMoreUsed = (a: Candidate, b: Candidate): boolean =>
  a.repoHostStars >= MORE_STARS * Math.max(1, b.repoHostStars) && a.downloads >= b.downloads;

/** The number of providers of each name that are considered. */
function consideredProviders(providers: readonly (readonly unknown[])[]): number {
  const total = providers.reduce((sum, { length }) => sum + Math.min(length, PROVIDERS_MAX), 0);
  return total <= PROVIDERS_OF_ALL_MAX ? PROVIDERS_MAX : Math.ceil(PROVIDERS_OF_ALL_MAX / providers.length);
}

/** Chooses the nodes for one request. */
class Chooser<C extends Candidate> {
  readonly #copies = new Map<C, Map<C, boolean>>();
  readonly #definitions = new Map<C, (name: string) => boolean>();
  readonly #fixed: ReadonlySet<C>;
  /** The nodes that are chosen in any case: pinned ones, fixed ones, and the only providers of names. */
  readonly #needed: ReadonlySet<C>;
  /** True if not all providers of each name are considered. */
  readonly #isCut: boolean;
  /** For each name, the providers that are considered. */
  readonly #providers: readonly (readonly C[])[];
  /** For each candidate, the number of requested names that it can provide in one version. */
  readonly #offered = new Map<C, number>();

  constructor(private readonly choice: Choice<C>) {
    this.#fixed = new Set(choice.fixed);
    const needed = new Set([...choice.pinned.values(), ...choice.fixed]);
    choice.providers.forEach((all, at) => {
      if (all.length === 1 && !choice.pinned.has(choice.names[at]!)) needed.add(all[0]!);
    });
    this.#needed = needed;
    const most = consideredProviders(choice.providers);
    this.#isCut = choice.versions?.isComplete === false || choice.providers.some((all) => all.length > most);
    this.#providers = choice.providers.map((all) =>
      all.length > most ? all.filter((one, at) => at < most || this.#needed.has(one)) : all,
    );
    for (const providers of this.#providers)
      for (const candidate of providers) this.#offered.set(candidate, (this.#offered.get(candidate) ?? 0) + 1);
    for (const [candidate, sets] of choice.versions?.sets ?? [])
      this.#offered.set(candidate, Math.max(...sets.map(({ size }) => size)));
  }

  run(): Chosen<C> {
    const { taken, method } = this.choice.versions ? this.#takeVersions(this.choice.versions) : this.#takeNodes();
    return { ...this.#assign(taken), method: this.#isCut ? 'greedy' : method };
  }

  /** Takes the smallest set of nodes, if each provides all its names together. */
  #takeNodes(): { readonly taken: Taken<C>; readonly method: CoverMethod } {
    const { names, compare, pinned } = this.choice;
    const needed = this.#needed;
    // The names that are not pinned and have several providers.
    const open = [...names.keys()].filter((at) => this.#providers[at]!.length > 1 && !pinned.has(names[at]!));
    const candidates = [...new Set(open.flatMap((at) => this.#eligible(this.#providers[at]!)))].sort(compare);
    const covers: (CoverCandidate & { names: number[]; preempts: number[] })[] = candidates.map(() => ({
      names: [],
      preempts: [],
    }));
    const position = new Map(candidates.map((candidate, at) => [candidate, at]));
    open.forEach((at, index) => {
      for (const provider of this.#providers[at]!) {
        const cover = covers[position.get(provider) ?? -1];
        cover?.names.push(index);
        if (provider.preempted.includes(names[at]!)) cover?.preempts.push(index);
      }
    });
    const { chosen, method } = smallestCover(
      covers,
      candidates.flatMap((candidate, at) => (needed.has(candidate) ? [at] : [])),
    );
    const taken = new Map<C, undefined>();
    for (const candidate of [...new Set([...needed, ...chosen.map((at) => candidates[at]!)])].sort(compare))
      taken.set(candidate, undefined);
    return { taken, method };
  }

  /** Takes nodes with a version of each. */
  #takeVersions(versions: VersionNames<C>): {
    readonly taken: Taken<C>;
    readonly method: CoverMethod;
  } {
    const { names, compare, pinned } = this.choice;
    const candidates = [...new Set([...this.#needed, ...this.#providers.flat()])].sort(compare);
    const originals = new Set(this.#providers.flatMap((all) => this.#eligible(all)));
    const position = new Map(candidates.map((candidate, at) => [candidate, at]));
    const offered = candidates.map((): number[] => []);
    this.#providers.forEach((all, name) => {
      for (const one of all) offered[position.get(one)!]!.push(name);
    });
    const sets = candidates.map((candidate) => versions.sets.get(candidate) ?? [undefined]);
    const found = cheapestVersions(
      candidates.map((candidate, at) => ({
        versions: sets[at]!.map((set) => offered[at]!.filter((name) => set?.has(names[name]!) ?? true)),
        preempts: offered[at]!.filter((name) => candidate.preempted.includes(names[name]!)),
        isFixed: this.#fixed.has(candidate),
        isPoor: !originals.has(candidate) || versions.unsupported.has(candidate),
      })),
      new Map(names.flatMap((name, at) => (pinned.has(name) ? [[at, position.get(pinned.get(name)!)!]] : []))),
    );
    const chosen = [...candidates.keys()].filter((at) => found.versions[at] !== -1);
    return {
      taken: new Map(chosen.map((at) => [candidates[at]!, sets[at]![found.versions[at]!]])),
      method: found.method,
    };
  }

  /** Returns the providers of a name that are not copies of other providers, and those that are chosen in any case. */
  #eligible(providers: readonly C[]): readonly C[] {
    return providers.filter((one) => this.#needed.has(one) || !providers.some((other) => this.#isCopy(one, other)));
  }

  /** True if a node shares at least COPIED_NAMES names with a much more used node. */
  #isCopy(candidate: C, original: C): boolean {
    if (candidate === original || !isMuchMoreUsed(original, candidate)) return false;
    const known = this.#copies.get(candidate)?.get(original);
    if (known !== undefined) return known;
    const [few, many] = candidate.names.length < original.names.length ? [candidate, original] : [original, candidate];
    const isDefined = this.#definedBy(many);
    let shared = 0;
    for (const name of few.names) if (isDefined(name) && ++shared === COPIED_NAMES) break;
    const isCopy = shared === COPIED_NAMES;
    this.#copies.set(candidate, (this.#copies.get(candidate) ?? new Map<C, boolean>()).set(original, isCopy));
    return isCopy;
  }

  /** Returns a function that tells whether a candidate defines a name. */
  #definedBy(candidate: C): (name: string) => boolean {
    let isDefined = this.#definitions.get(candidate);
    if (!isDefined) this.#definitions.set(candidate, (isDefined = membership(candidate.names)));
    return isDefined;
  }

  /** Assigns each name to one of the chosen nodes. */
  #assign(taken: Taken<C>): Omit<Chosen<C>, 'method'> {
    const { names, pinned } = this.choice;
    const assigned = new Map<C, number[]>();
    const left: string[] = [];
    const canProvide = (one: C, name: string): boolean => taken.has(one) && (taken.get(one)?.has(name) ?? true);
    names.forEach((name, at) => {
      const given = pinned.get(name);
      const best = given && canProvide(given, name) ? given : this.#providers[at]!.find((one) => canProvide(one, name));
      const own = best && assigned.get(best);
      if (own) own.push(at);
      else if (best) assigned.set(best, [at]);
      else left.push(name);
    });
    const nodes: ChosenNode<C>[] = [];
    for (const candidate of taken.keys()) {
      const own = assigned.get(candidate);
      if (own ?? this.#fixed.has(candidate)) nodes.push(this.#explained(candidate, own ?? [], taken));
    }
    return { nodes, left };
  }

  #explained(candidate: C, provided: readonly number[], taken: Taken<C>): ChosenNode<C> {
    const names = provided.map((at) => this.choice.names[at]!);
    const contested = provided.filter((at) => this.#providers[at]!.length > 1);
    // Most nodes of a large plan end here.
    if (contested.length === 0)
      return { candidate, names, reason: this.#reason(candidate, names, NONE, NONE), alternatives: NONE };
    const others = new Map<C, string[]>();
    for (const at of contested)
      for (const other of this.#providers[at]!) {
        if (other === candidate) continue;
        const known = others.get(other);
        if (known) known.push(this.choice.names[at]!);
        else others.set(other, [this.choice.names[at]!]);
      }
    const reason = this.#reason(
      candidate,
      names,
      contested.map((at) => this.choice.names[at]!),
      [...others.keys()],
    );
    const alternatives = [...others]
      .sort(([a, x], [b, y]) => y.length - x.length || this.choice.compare(a, b))
      .slice(0, ALTERNATIVES_MAX)
      .map(([other, provides]) => ({
        id: other.id,
        provides,
        whyNot: this.#whyNot(other, provides, candidate, reason, taken),
      }));
    return { candidate, names, reason, alternatives };
  }

  /** @param contested those of the names that several nodes provide */
  #reason(candidate: C, names: readonly string[], contested: readonly string[], others: readonly C[]): ChoiceReason {
    const { pinned, byPattern } = this.choice;
    const isPinned = names.some((name) => pinned.get(name) === candidate && byPattern?.has(name) !== true);
    if (isPinned || this.#fixed.has(candidate)) return ChoiceReason.Pinned;
    if (contested.some((name) => candidate.preempted.includes(name))) return ChoiceReason.Preempted;
    if (contested.length < names.length) return ChoiceReason.OnlyProvider;
    // A node that another one precedes belongs to the smallest set.
    const isFirst = others.every((other) => this.choice.compare(candidate, other) < 0);
    const isLargest = others.every((other) => this.#offersOf(other) < this.#offersOf(candidate));
    return isFirst && !isLargest ? ChoiceReason.MostUsed : ChoiceReason.MostCovering;
  }

  #whyNot(other: C, provides: readonly string[], candidate: C, reason: ChoiceReason, taken: Taken<C>): string {
    const own = taken.get(other);
    if (own && !provides.some((name) => own.has(name))) return 'its planned version does not provide these names';
    if (reason === ChoiceReason.Pinned) return `the workflow or the request names "${candidate.id}"`;
    const reserved = provides.filter((name) => candidate.preempted.includes(name) && !other.preempted.includes(name));
    if (reserved.length > 0) return `${JSON.stringify(reserved[0])} is reserved for "${candidate.id}"`;
    if (taken.has(other)) return `the plan has it for other names, and prefers "${candidate.id}" for these`;
    if (this.#isCopy(other, candidate)) return `it shares names with "${candidate.id}", which is used far more`;
    const [fewer, more] = [this.#offersOf(other), this.#offersOf(candidate)];
    if (fewer < more) return `it provides ${fewer} of the names, "${candidate.id}" provides ${more}`;
    const order = this.#order(other, candidate);
    return order ?? `the other chosen nodes already provide the rest of its names`;
  }

  #offersOf(candidate: C): number {
    return this.#offered.get(candidate) ?? 0;
  }

  /** Describes the first criterion by which a candidate is preferred to another one. */
  #order(other: C, candidate: C): string | undefined {
    if (this.choice.compare(candidate, other) > 0) return undefined;
    if (candidate.searchRanking !== other.searchRanking) return `"${candidate.id}" has a better search ranking`;
    if (candidate.downloads !== other.downloads) return `"${candidate.id}" has more downloads`;
    if (candidate.repoHostStars !== other.repoHostStars) return `"${candidate.id}" has more stars`;
    return candidate.createdAt === other.createdAt
      ? `"${candidate.id}" comes first by id`
      : `"${candidate.id}" is older`;
  }
}

/**
 * Chooses a small set of nodes that provides all names. A pinned name is provided by its node. For all other names,
 * copies of much more used nodes are left out, unless they are the only provider of a name, and the smallest set of the
 * remaining nodes is chosen (see `smallestCover`). Deterministic: the result depends only on the arguments.
 */
export function chooseNodes<C extends Candidate>(choice: Choice<C>): Chosen<C> {
  return new Chooser(choice).run();
}
