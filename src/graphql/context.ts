import type { Scope } from '../request/scope.js';

/** An event of a subscription. */
export interface StreamEvent {
  /** The cursor of the feed after which a client that has received the event continues. */
  readonly next: string;
}

/** The event stream that a subscription is sent by. */
export interface EventStream {
  /** The value of `Last-Event-ID`: the cursor that the client has received last. */
  readonly lastEventId: string | undefined;
  /** Aborted when the connection is closed. */
  readonly closed: AbortSignal;
  /** Resolves once the client has taken what was sent. */
  readonly ready: () => Promise<void>;
}

/** The context of a request, passed to every resolver. */
export interface GraphContext {
  readonly scope: Scope;
  /** Receives unexpected errors. */
  readonly log: { error(fields: object, message: string): void };
  /** Set for subscriptions. */
  readonly stream?: EventStream;
}
