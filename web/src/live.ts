import { stringifyDocument, type TypedDocumentNode } from '@urql/preact';
import { sessionFetch } from './session';

/**
 * Subscribes to events of the GraphQL API. Reconnects after a lost connection, up to 20 times.
 * @returns a function that ends the subscription
 */
export function subscribe<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
  onError: (message: string) => void = () => undefined,
): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  // Loaded by the first subscription, because most pages have none.
  void import('graphql-sse').then(({ createClient }) => {
    if (isOver) return;
    const client = createClient({ url: '/graphql', fetchFn: sessionFetch, retryAttempts: 20 });
    end = client.subscribe<Data>(
      { query: stringifyDocument(document), variables },
      {
        next: ({ data, errors }) => (data ? onData(data as Data) : onError(errors?.[0]?.message ?? 'Unknown error.')),
        error: () => onError('The connection to the registry was lost. Reload the page.'),
        complete: () => undefined,
      },
    );
  });
  return () => {
    isOver = true;
    end?.();
  };
}
