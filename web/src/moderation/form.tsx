import type { AnyVariables, CombinedError, TypedDocumentNode } from '@urql/preact';
import { useClient, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';

/** A sentence for people. */
export const problemOf = (error: CombinedError | undefined): string | undefined =>
  error && (error.networkError ? 'The registry can’t be reached.' : (error.graphQLErrors[0]?.message ?? error.message));

/** The state of the writes of a view. */
export interface Writes {
  readonly isBusy: boolean;
  /** Why the last write was refused. */
  readonly problem: string | undefined;
  /** Sends a mutation. Returns its data, or undefined if it was refused. */
  readonly send: <Data, Variables extends AnyVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => Promise<Data | undefined>;
}

/** Sends mutations one at a time. */
export function useWrites(): Writes {
  const client = useClient();
  const [state, setState] = useState<{ isBusy: boolean; problem: string | undefined }>({
    isBusy: false,
    problem: undefined,
  });
  return {
    ...state,
    send: async (mutation, variables) => {
      setState({ isBusy: true, problem: undefined });
      const { data, error } = await client.mutation(mutation, variables).toPromise();
      setState({ isBusy: false, problem: problemOf(error) });
      return error ? undefined : data;
    },
  };
}

/** Reads what moderators see, which is never taken from a cache. */
export function useModerated<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) {
  const [{ data, error, fetching }, execute] = useQuery({ query, variables, requestPolicy: 'network-only' } as never);
  return {
    data: data as Data | undefined,
    isLoading: fetching,
    problem: problemOf(error),
    reload: () => execute({ requestPolicy: 'network-only' }),
  };
}

/** A message about a refused write or a failed read. */
export const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );

/** Links to the page before and after, by callback. */
export const Pager = ({
  page,
  hasNextPage,
  go,
}: {
  readonly page: number;
  readonly hasNextPage: boolean;
  readonly go: (page: number) => void;
}) => (
  <nav class="row" aria-label="Pages">
    <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
      Previous
    </button>
    <span>Page {page}</span>
    <button type="button" disabled={!hasNextPage} onClick={() => go(page + 1)}>
      Next
    </button>
  </nav>
);
