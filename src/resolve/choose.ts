import { type Alternative, ChoiceReason } from './answer.js';
import { membership } from '../values/membership.js';
import { type CoverCandidate, type CoverMethod, smallestCover } from './cover.js';

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
  /** For further names, the node that must provide it, because an earlier choice has shown that it can. */
  readonly settled: ReadonlyMap<string, C>;
  /** Nodes that are chosen in any case. */
  readonly fixed: readonly C[];
  /** Compares candidates by preference: negative if the first one is preferred. */
  readonly compare: (a: C, b: C) => number;
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
  readonly method: CoverMethod;
}

const ALTERNATIVES_MAX = 5;
/** A node is treated as a copy of a much more used one if they have at least this number of names in common. */
const COPIED_NAMES = 2;
/** A much more used node has at least this many times the stars. */
const MORE_STARS = 2;
/** Limits of the providers of one name, and of all names together. Only the preferred ones are considered. */
const PROVIDERS_MAX = 40;
const PROVIDERS_OF_ALL_MAX = 25_000;

const isMuchMoreUsed = (a: Candidate, b: Candidate): boolean =>
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
  /** For each pinned or settled name, its node. */
  readonly #given: ReadonlyMap<string, C>;
  /** The nodes that are chosen in any case: pinned ones, fixed ones, and the only providers of names. */
  readonly #needed: ReadonlySet<C>;
  /** True if not all providers of each name are considered. */
  readonly #isCut: boolean;
  /** For each name, the providers that are considered. */
  readonly #providers: readonly (readonly C[])[];
  /** For each candidate, the number of requested names that it can provide. */
  readonly #offered = new Map<C, number>();

  constructor(private readonly choice: Choice<C>) {
    this.#fixed = new Set(choice.fixed);
    this.#given = new Map([...choice.settled, ...choice.pinned]);
    const only = choice.providers.flatMap((all, at) =>
      all.length === 1 && !this.#given.has(choice.names[at]!) ? all : [],
    );
    this.#needed = new Set([...this.#given.values(), ...choice.fixed, ...only]);
    const most = consideredProviders(choice.providers);
    this.#isCut = choice.providers.some((all) => all.length > most);
    this.#providers = choice.providers.map((all) =>
      all.length > most ? all.filter((one, at) => at < most || this.#needed.has(one)) : all,
    );
    for (const providers of this.#providers)
      for (const candidate of providers) this.#offered.set(candidate, (this.#offered.get(candidate) ?? 0) + 1);
  }

  run(): Chosen<C> {
    const { names, compare } = this.choice;
    const needed = this.#needed;
    // The names that are not given and have several providers.
    const open = [...names.keys()].filter((at) => this.#providers[at]!.length > 1 && !this.#given.has(names[at]!));
    const eligible = open.map((at) => this.#eligible(this.#providers[at]!));
    const candidates = [...new Set([...needed, ...eligible.flat()])].sort(compare);
    const covers: (CoverCandidate & { names: number[]; preempts: number[] })[] = candidates.map(() => ({
      names: [],
      preempts: [],
    }));
    const position = new Map(candidates.map((candidate, at) => [candidate, at]));
    eligible.forEach((providers, index) => {
      for (const provider of providers) {
        const cover = covers[position.get(provider)!]!;
        cover.names.push(index);
        if (provider.preempted.includes(names[open[index]!]!)) cover.preempts.push(index);
      }
    });
    const { chosen, method } = smallestCover(
      covers,
      [...needed].map((candidate) => position.get(candidate)!),
    );
    return { nodes: this.#assign(chosen.map((at) => candidates[at]!)), method: this.#isCut ? 'greedy' : method };
  }

  /**
   * Returns the providers of a name that are not copies of other providers. A node that is chosen in any case can
   * provide all its names, even if it is a copy.
   */
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
  #assign(chosen: readonly C[]): ChosenNode<C>[] {
    const { names } = this.choice;
    const assigned = new Map<C, number[]>(chosen.map((candidate) => [candidate, []]));
    names.forEach((name, at) => {
      const best = this.#given.get(name) ?? this.#providers[at]!.find((one) => assigned.has(one));
      if (best) assigned.get(best)!.push(at);
    });
    return [...assigned]
      .filter(([candidate, own]) => own.length > 0 || this.#fixed.has(candidate))
      .map(([candidate, own]) => this.#explained(candidate, own));
  }

  #explained(candidate: C, provided: readonly number[]): ChosenNode<C> {
    const names = provided.map((at) => this.choice.names[at]!);
    const contested = provided.filter((at) => this.#providers[at]!.length > 1);
    // Most nodes of a large plan end here.
    if (contested.length === 0)
      return { candidate, names, reason: this.#reason(candidate, names, [], []), alternatives: [] };
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
        whyNot: this.#whyNot(other, provides, candidate, reason),
      }));
    return { candidate, names, reason, alternatives };
  }

  /** @param contested those of the names that several nodes provide */
  #reason(candidate: C, names: readonly string[], contested: readonly string[], others: readonly C[]): ChoiceReason {
    const { pinned } = this.choice;
    if (names.some((name) => pinned.get(name) === candidate) || this.#fixed.has(candidate)) return ChoiceReason.Pinned;
    if (contested.some((name) => candidate.preempted.includes(name))) return ChoiceReason.Preempted;
    if (contested.length < names.length) return ChoiceReason.OnlyProvider;
    // A node that another one precedes belongs to the smallest set.
    const isFirst = others.every((other) => this.choice.compare(candidate, other) < 0);
    const isLargest = others.every((other) => this.#offersOf(other) < this.#offersOf(candidate));
    return isFirst && !isLargest ? ChoiceReason.MostUsed : ChoiceReason.MostCovering;
  }

  #whyNot(other: C, provides: readonly string[], candidate: C, reason: ChoiceReason): string {
    if (reason === ChoiceReason.Pinned) return `the workflow or the request names "${candidate.id}"`;
    const reserved = provides.filter((name) => candidate.preempted.includes(name) && !other.preempted.includes(name));
    if (reserved.length > 0) return `${JSON.stringify(reserved[0])} is reserved for "${candidate.id}"`;
    if (this.#isCopy(other, candidate)) return `it shares names with "${candidate.id}", which is used far more`;
    const [own, better] = [this.#offersOf(other), this.#offersOf(candidate)];
    if (own < better) return `it provides ${own} of the names, "${candidate.id}" provides ${better}`;
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
