/** Somebody without a valid credential. */
export interface Anonymous {
  readonly kind: 'anonymous';
}

/** A person, by a token of the identity provider. */
export interface SignedIn {
  readonly kind: 'user';
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
  readonly name: string | null;
  readonly email: string | null;
}

/** A personal access token: acts for its publisher, not for a person. */
export interface TokenBearer {
  readonly kind: 'token';
  readonly tokenId: string;
  readonly publisherId: string;
}

/** The registry itself: an import, the demo data, the command line. */
export interface System {
  readonly kind: 'system';
  readonly name: string;
}

/** Who asks. */
export type Viewer = Anonymous | SignedIn | TokenBearer | System;

/** The viewer of a request without a credential. */
export const ANONYMOUS: Anonymous = { kind: 'anonymous' };

/** True for admins and for the registry itself. */
export function isAdmin(viewer: Viewer): boolean {
  return viewer.kind === 'system' || (viewer.kind === 'user' && viewer.isAdmin);
}

/** The person who asks; undefined where none does. For what is noted as his; what he may is for the policy to say. */
export function userIdOf(viewer: Viewer): string | undefined {
  return viewer.kind === 'user' ? viewer.id : undefined;
}

/** The token that asks; undefined where none does. */
export function tokenIdOf(viewer: Viewer): string | undefined {
  return viewer.kind === 'token' ? viewer.tokenId : undefined;
}

/** The name of who has a credential that holds; undefined for a stranger. For counting and keeping what is his. */
export function callerName(viewer: Viewer): string | undefined {
  return viewer.kind === 'anonymous' ? undefined : actorName(viewer);
}

/** How audit and change rows name a viewer; it holds ids only, never names or addresses. */
export function actorName(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'user':
      return `user:${viewer.id}`;
    case 'token':
      return `token:${viewer.tokenId}`;
    case 'system':
      return `system:${viewer.name}`;
  }
}
