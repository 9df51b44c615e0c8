import { type CombinedError, type TypedDocumentNode, useQuery } from '@urql/preact';
import { useRef } from 'preact/hooks';

/** The result of a page's request. While another one is loading, `data` is that of the one before. */
export interface PageData<Data> {
  readonly data: Data | undefined;
  readonly isLoading: boolean;
  /** A sentence for people, if the request failed. */
  readonly error: string | undefined;
  readonly reload: () => void;
}

/** A sentence for people about a failed request. */
export const problemOf = (error: CombinedError | undefined): string | undefined =>
  error && (error.networkError ? 'The registry can’t be reached.' : (error.graphQLErrors[0]?.message ?? error.message));

/**
 * Sends the request of a page, or answers it from the cache or the server's rendering at once.
 * @param bypassCache true for data that others may have changed since
 */
export function usePage<Data, Variables extends Record<string, unknown>>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  bypassCache = false,
): PageData<Data> {
  const requestPolicy = bypassCache ? 'cache-and-network' : 'cache-first';
  const [{ data, error, fetching }, execute] = useQuery({ query, variables, requestPolicy });
  const last = useRef<Data | undefined>(undefined);
  if (data !== undefined) last.current = data;
  return {
    data: data ?? (fetching ? last.current : undefined),
    isLoading: fetching,
    error: problemOf(error),
    reload: () => execute({ requestPolicy: 'network-only' }),
  };
}
