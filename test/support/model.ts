import type { ErrorCode } from '../../src/errors/catalogue.js';

/** A caller: a user, the bearer of the last token of a publisher, or an anonymous caller. */
export type Actor =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'token'; readonly publisher: string }
  | { readonly kind: 'anonymous' };

/** The transport of a request. */
export type Transport = 'rest' | 'graph';

export type Role = 'owner' | 'member';

export interface ModelPublisher {
  name: string;
  description: string | null;
  isBanned: boolean;
  isDeleted: boolean;
  readonly members: Map<string, Role>;
  /** In order of creation. */
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
  /** The id in its original spelling. */
  readonly id: string;
  publisher: string;
  name: string;
  description: string;
  tags: string[];
  status: 'Active' | 'Banned' | 'Deleted';
  /** The reason of the ban; `null` if the node is not banned. */
  reason: string | null;
  bannedWithPublisher: boolean;
  /** True if the node itself was banned when it was deleted, not only its publisher. */
  bannedWhenDeleted?: boolean;
  readonly versions: Map<string, ModelVersion>;
}

/** The code of a refusal; `undefined` if the operation succeeds. */
export type Refusal = ErrorCode | undefined;

type Rule = 'owner' | 'member' | 'memberOrToken' | 'admin' | 'user';

/**
 * The expected state of the registry and its expected refusals, derived from docs/contract.md only, without its
 * implementation.
 */
export class Model {
  readonly publishers = new Map<string, ModelPublisher>();
  /** By folded id. */
  readonly nodes = new Map<string, ModelNode>();

  /** @param admins the users who are admins */
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

  /** True if the actor's credential is valid. */
  holds(actor: Actor): boolean {
    return actor.kind !== 'token' || this.secretOf(actor) !== undefined;
  }

  /** Returns the secret of the last token of a publisher; `undefined` once it is deleted. */
  secretOf({ publisher }: { readonly publisher: string }): string | undefined {
    return this.publisher(publisher)?.tokens.at(-1)?.secret;
  }

  /** True if the rule allows the actor, regardless of bans. */
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

  /**
   * Returns the refusal of an operation. Members of a banned publisher get PUBLISHER_BANNED only if the rule allows
   * them.
   */
  refusal(actor: Actor, rule: Rule, publisherId = '', node?: ModelNode): Refusal {
    if (!this.#may(actor, rule, publisherId)) return actor.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
    if (this.isAdmin(actor) || rule === 'user') return undefined;
    if (this.publishers.get(publisherId)?.isBanned) return 'PUBLISHER_BANNED';
    return node?.status === 'Banned' ? 'NODE_BANNED' : undefined;
  }

  /**
   * Returns the refusal of an operation on a publisher. `isInBody` if the body of REST may contain the credential,
   * which is then checked later.
   */
  refusalAtPublisher(actor: Actor, through: Transport, publisherId: string, rule: Rule, isInBody = false): Refusal {
    if (!this.holds(actor) || (actor.kind === 'anonymous' && !(isInBody && through === 'rest')))
      return 'UNAUTHENTICATED';
    return this.publisher(publisherId) ? this.refusal(actor, rule, publisherId) : 'PUBLISHER_NOT_FOUND';
  }

  /** Returns the refusal of an operation on a node. REST names the node with its publisher, GraphQL by its id only. */
  refusalAtNode(actor: Actor, through: Transport, publisherId: string, nodeId: string, rule: Rule): Refusal {
    const node = this.node(nodeId);
    if (through === 'graph') {
      if (!this.holds(actor) || actor.kind === 'anonymous') return 'UNAUTHENTICATED';
      return node ? this.refusal(actor, rule, node.publisher, node) : 'NODE_NOT_FOUND';
    }
    const refusal = this.refusalAtPublisher(actor, through, publisherId, rule);
    if (refusal) return refusal;
    return node?.publisher === publisherId ? this.refusal(actor, rule, publisherId, node) : 'NODE_NOT_FOUND';
  }

  /**
   * Returns the refusal of an operation on a version. REST names it with its publisher and node, GraphQL by its id
   * only.
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
      if (!this.holds(actor) || actor.kind === 'anonymous') return 'UNAUTHENTICATED';
      return isThere ? this.refusal(actor, rule, node.publisher, node) : 'NODE_VERSION_NOT_FOUND';
    }
    return (
      this.refusalAtNode(actor, through, publisherId, nodeId, rule) ?? (isThere ? undefined : 'NODE_VERSION_NOT_FOUND')
    );
  }

  /** Returns the refusal of an operation that requires the admin role. */
  refusalOfAdmins(actor: Actor): Refusal {
    return this.holds(actor) ? this.refusal(actor, 'admin') : 'UNAUTHENTICATED';
  }

  /** Returns the nodes of a publisher that are not deleted. */
  nodesOf(publisherId: string): ModelNode[] {
    return [...this.nodes.values()].filter(
      ({ publisher, status }) => publisher === publisherId && status !== 'Deleted',
    );
  }

  /** True if the user is the only owner of the publisher. */
  isLastOwner(publisherId: string, person: string): boolean {
    const members = this.publishers.get(publisherId)!.members;
    return members.get(person) === 'owner' && [...members.values()].filter((role) => role === 'owner').length === 1;
  }

  /** True if the actor may read versions that are not Active. */
  mayReadHidden(actor: Actor, node: ModelNode): boolean {
    return this.holds(actor) && this.#may(actor, 'memberOrToken', node.publisher);
  }
}

/** Returns the folded form of a node id. Ids with the same form are equal. */
export const fold = (id: string): string => id.toLowerCase().replace(/[._]/g, '-');

/**
 * Returns the number of the latest version of a node. @param ascending the version numbers in ascending order of
 * precedence
 */
export function latestOf(node: ModelNode, ascending: readonly string[]): string | undefined {
  const active = ascending.filter((number) => node.versions.get(number)?.status === 'Active');
  return active.filter((number) => !number.includes('-')).at(-1) ?? active.at(-1);
}
