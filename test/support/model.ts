import type { ErrorCode } from '../../src/errors/catalogue.js';

/** A caller: a person, the bearer of a publisher's last token, or an anonymous one. */
export type Actor =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'token'; readonly publisher: string }
  | { readonly kind: 'anonymous' };

/** How it is asked for. */
export type Transport = 'rest' | 'graph';

export type Role = 'owner' | 'member';

export interface ModelPublisher {
  name: string;
  description: string | null;
  isBanned: boolean;
  isDeleted: boolean;
  readonly members: Map<string, Role>;
  /** In the order in which they were made. */
  tokens: { readonly id: string; readonly name: string; readonly secret: string; readonly creator: string }[];
}

export interface ModelVersion {
  readonly id: string;
  readonly number: string;
  status: 'Active' | 'Flagged' | 'Banned' | 'Pending' | 'Deleted';
  reason: string | null;
  changelog: string;
  deprecated: boolean;
}

export interface ModelNode {
  /** The first spelling. */
  readonly id: string;
  publisher: string;
  name: string;
  description: string;
  tags: string[];
  status: 'Active' | 'Banned' | 'Deleted';
  /** Why it is banned; null where it is not. */
  reason: string | null;
  bannedWithPublisher: boolean;
  /** True if it was banned, other than with its publisher, when it was deleted. */
  bannedWhenDeleted?: boolean;
  readonly versions: Map<string, ModelVersion>;
}

/** A refusal, or nothing where it is done. */
export type Refusal = ErrorCode | undefined;

type Rule = 'owner' | 'member' | 'memberOrToken' | 'admin' | 'user';

/**
 * The expected state of the registry, and its refusals, by docs/contract.md alone; knows nothing of tables, locks and
 * caches.
 */
export class Model {
  readonly publishers = new Map<string, ModelPublisher>();
  /** By their ids in folded form. */
  readonly nodes = new Map<string, ModelNode>();

  /** @param admins the persons who are admins */
  constructor(private readonly admins: ReadonlySet<string>) {}

  publisher(id: string): ModelPublisher | undefined {
    const publisher = this.publishers.get(id);
    return publisher?.isDeleted ? undefined : publisher;
  }

  node(id: string): ModelNode | undefined {
    const node = this.nodes.get(fold(id));
    return node?.status === 'Deleted' ? undefined : node;
  }

  isAdmin(actor: Actor): boolean {
    return actor.kind === 'person' && this.admins.has(actor.name);
  }

  /** The bearer's credential holds. */
  holds(actor: Actor): boolean {
    return actor.kind !== 'token' || this.secretOf(actor) !== undefined;
  }

  /** The last token of a publisher, until it is deleted. */
  secretOf({ publisher }: { readonly publisher: string }): string | undefined {
    return this.publisher(publisher)?.tokens.at(-1)?.secret;
  }

  /** Whether the rule lets the actor do it, were nothing banned. */
  #may(actor: Actor, rule: Rule, publisherId: string): boolean {
    if (this.isAdmin(actor)) return true;
    const role = actor.kind === 'person' ? this.publishers.get(publisherId)?.members.get(actor.name) : undefined;
    switch (rule) {
      case 'user':
        return actor.kind === 'person';
      case 'owner':
        return role === 'owner';
      case 'member':
        return role !== undefined;
      case 'memberOrToken':
        return role !== undefined || (actor.kind === 'token' && actor.publisher === publisherId);
      case 'admin':
        return false;
    }
  }

  /** Callers that may not do it; members of a banned publisher get that reason only if they may otherwise. */
  refusal(actor: Actor, rule: Rule, publisherId = '', node?: ModelNode): Refusal {
    if (!this.#may(actor, rule, publisherId)) return actor.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
    if (this.isAdmin(actor) || rule === 'user') return undefined;
    if (this.publishers.get(publisherId)?.isBanned) return 'PUBLISHER_BANNED';
    return node?.status === 'Banned' ? 'NODE_BANNED' : undefined;
  }

  /**
   * The refusal of something about a publisher; `isLate` where the credential may be in the body, so that it is looked
   * at later.
   */
  refusalAtPublisher(
    actor: Actor,
    through: Transport,
    publisherId: string,
    rule: Rule,
    isLate = through === 'graph',
  ): Refusal {
    if (!this.holds(actor) || (actor.kind === 'anonymous' && !isLate)) return 'UNAUTHENTICATED';
    return this.publisher(publisherId) ? this.refusal(actor, rule, publisherId) : 'PUBLISHER_NOT_FOUND';
  }

  /** The refusal of something about a node, which REST names with its publisher and the graph alone. */
  refusalAtNode(actor: Actor, through: Transport, publisherId: string, nodeId: string, rule: Rule): Refusal {
    const node = this.node(nodeId);
    if (through === 'graph') {
      if (!this.holds(actor)) return 'UNAUTHENTICATED';
      return node ? this.refusal(actor, rule, node.publisher, node) : 'NODE_NOT_FOUND';
    }
    const refusal = this.refusalAtPublisher(actor, through, publisherId, rule);
    if (refusal) return refusal;
    return node?.publisher === publisherId ? this.refusal(actor, rule, publisherId, node) : 'NODE_NOT_FOUND';
  }

  /**
   * The refusal of something about a version, which REST names with its publisher and node and the graph by its id
   * alone.
   */
  refusalAtVersion(
    actor: Actor,
    through: Transport,
    publisherId: string,
    nodeId: string,
    number: string,
    rule: Rule,
  ): Refusal {
    const node = this.node(nodeId);
    const isThere = node?.versions.has(number) === true;
    if (through === 'graph') {
      if (!this.holds(actor)) return 'UNAUTHENTICATED';
      return isThere ? this.refusal(actor, rule, node.publisher, node) : 'NODE_VERSION_NOT_FOUND';
    }
    return (
      this.refusalAtNode(actor, through, publisherId, nodeId, rule) ?? (isThere ? undefined : 'NODE_VERSION_NOT_FOUND')
    );
  }

  /** The refusal of what admins do. */
  refusalOfAdmins(actor: Actor): Refusal {
    return this.holds(actor) ? this.refusal(actor, 'admin') : 'UNAUTHENTICATED';
  }

  /** The nodes of a publisher that are not deleted. */
  nodesOf(publisherId: string): ModelNode[] {
    return [...this.nodes.values()].filter(
      ({ publisher, status }) => publisher === publisherId && status !== 'Deleted',
    );
  }

  /** Whether somebody would be left without whom nobody owns the publisher. */
  isLastOwner(publisherId: string, person: string): boolean {
    const members = this.publishers.get(publisherId)!.members;
    return members.get(person) === 'owner' && [...members.values()].filter((role) => role === 'owner').length === 1;
  }

  /** Callers that may read a version that is not Active. */
  mayReadHidden(actor: Actor, node: ModelNode): boolean {
    return this.holds(actor) && this.#may(actor, 'memberOrToken', node.publisher);
  }
}

/** The form in which ids of nodes are the same. */
export const fold = (id: string): string => id.toLowerCase().replace(/[._]/g, '-');

/** The number of a node's latest version; the numbers in ascending order of precedence. */
export function latestOf(node: ModelNode, ascending: readonly string[]): string | undefined {
  const active = ascending.filter((number) => node.versions.get(number)?.status === 'Active');
  return active.filter((number) => !number.includes('-')).at(-1) ?? active.at(-1);
}
