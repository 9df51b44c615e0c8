import { stringifyDocument, type TypedDocumentNode } from '@urql/preact';
import { sessionFetch } from './session';

/**
 * Subscribes to events of the graph, and connects again after a lost connection.
 * @returns what ends the subscription
 */
export function subscribe<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
  onError: (message: string) => void = () => undefined,
): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  // The client is loaded when a page needs it first.
  void import('graphql-sse').then(({ createClient }) => {
    if (isOver) return;
    const client = createClient({ url: '/graphql', fetchFn: sessionFetch, retryAttempts: 20 });
    end = client.subscribe<Data>(
      { query: stringifyDocument(document), variables },
      {
        next: ({ data, errors }) => (data ? onData(data as Data) : onError(errors?.[0]?.message ?? 'Unknown error.')),
        error: () => onError('The connection to the registry is lost.'),
        complete: () => undefined,
      },
    );
  });
  return () => {
    isOver = true;
    end?.();
  };
}
