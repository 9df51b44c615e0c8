import type { Scope } from '../request/scope.js';

/** An event of a subscription. */
export interface StreamEvent {
  /** Cursor of the changes feed. A client that has received the event continues after it. */
  readonly next: string;
}

/** The event stream that sends the events of a subscription. */
export interface EventStream {
  /** The `Last-Event-ID` header: the cursor of the last event that the client has received. */
  readonly lastEventId: string | undefined;
  /** Aborted when the connection is closed. */
  readonly closed: AbortSignal;
  /** Resolves once the client has received the events sent so far. */
  readonly ready: () => Promise<void>;
}

/** The context of a request, passed to every resolver. */
export interface GraphContext {
  readonly scope: Scope;
  readonly log: { error(fields: object, message: string): void };
  /** The event stream, for subscriptions only. */
  readonly stream?: EventStream;
}
