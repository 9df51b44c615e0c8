import type { ProviderNode } from '../catalogue/provider-node.js';
import { precedenceKey } from '../values/semver.js';

/** Counts the pins of each version of a node. */
export class PinnedVersions {
  readonly #counts = new Map<ProviderNode, Map<string, number>>();

  add(node: ProviderNode, version: string, times: number): void {
    const counts = this.#counts.get(node) ?? new Map<string, number>();
    this.#counts.set(node, counts.set(version, (counts.get(version) ?? 0) + times));
  }

  /** The versions of each node, the most frequent first; of equally frequent ones, the highest. */
  get all(): Map<ProviderNode, readonly string[]> {
    const sorted = (counts: ReadonlyMap<string, number>): readonly string[] =>
      [...counts]
        .sort(([a, x], [b, y]) => y - x || (precedenceKey(a) < precedenceKey(b) ? 1 : -1))
        .map(([version]) => version);
    return new Map([...this.#counts].map(([node, counts]) => [node, sorted(counts)]));
  }
}
