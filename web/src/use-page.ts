import { type CombinedError, type TypedDocumentNode, useQuery } from '@urql/preact';
import { useRef } from 'preact/hooks';
import { OtherUserError } from './session';

/** The result of a page's request. While a new request is loading, `data` is the previous result. */
export interface PageData<Data> {
  readonly data: Data | undefined;
  readonly isLoading: boolean;
  /** Message for the user, if the request failed. */
  readonly error: string | undefined;
  readonly reload: () => void;
}

/** The message after a session has ended. Components show it with a link to sign in. */
export const SESSION_ENDED = 'Your session has ended.';

/** True if the error of a request is that it has no valid session. */
export const isUnauthenticated = (error: CombinedError): boolean =>
  error.graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED');

/** Returns a message for the user about a failed request. */
export function problemOf(error: CombinedError | undefined): string | undefined {
  if (!error) return undefined;
  if (error.networkError instanceof OtherUserError) return error.networkError.message;
  if (error.networkError) return 'The registry can’t be reached.';
  return isUnauthenticated(error) ? SESSION_ENDED : (error.graphQLErrors[0]?.message ?? error.message);
}

/**
 * Sends the request of a page. Results in urql's cache, and those that the server put into the page, are returned at
 * once.
 * @param bypassCache true to also request data that is cached, because other users may have changed it
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
