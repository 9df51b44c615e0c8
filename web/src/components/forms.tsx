import type { AnyVariables, TypedDocumentNode } from '@urql/preact';
import { useClient } from '@urql/preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { problemOf, SESSION_ENDED } from '../use-page';
import { SignInAgain } from './common';

/** The state of the mutations of a view. */
export interface Writes {
  readonly isBusy: boolean;
  /** Message about the last mutation, if it failed. */
  readonly problem: string | undefined;
  /** Sends a mutation. Returns its data, or `undefined` if it failed. */
  readonly send: <Data, Variables extends AnyVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => Promise<Data | undefined>;
}

/** Sends mutations. While one is running, `isBusy` is true, so that views can disable their buttons. */
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

/** A message about a failed mutation or query. */
export const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="problem" role="alert">
      {text} {text === SESSION_ENDED && <SignInAgain />}
    </p>
  );

/** Buttons for the previous and the next page. Shows nothing if there is only one page. */
export function Pager({
  page,
  hasNextPage,
  go,
}: {
  readonly page: number;
  readonly hasNextPage: boolean;
  readonly go: (page: number) => void;
}) {
  if (page === 1 && !hasNextPage) return null;
  return (
    <nav class="pages" aria-label="Pages">
      <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous
      </button>
      <span>Page {page}</span>
      <button type="button" disabled={!hasNextPage} onClick={() => go(page + 1)}>
        Next
      </button>
    </nav>
  );
}

/** A list with pages of ROWS_PER_PAGE items. */
export function Rows<Item>({
  items,
  empty,
  row,
}: {
  readonly items: readonly Item[];
  /** The text to show if the list is empty. */
  readonly empty: string;
  readonly row: (item: Item) => ComponentChildren;
}) {
  const [page, setPage] = useState(1);
  if (items.length === 0) return <p class="muted">{empty}</p>;
  // The last page may have become empty.
  const shown = Math.min(page, Math.ceil(items.length / ROWS_PER_PAGE));
  return (
    <>
      <ul class="rows">{items.slice((shown - 1) * ROWS_PER_PAGE, shown * ROWS_PER_PAGE).map(row)}</ul>
      <Pager page={shown} hasNextPage={shown * ROWS_PER_PAGE < items.length} go={setPage} />
    </>
  );
}

const ROWS_PER_PAGE = 20;

/** Returns the trimmed values of a form's text fields, by name. Other fields are empty strings. */
export const fieldsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );

/** A form that calls `send` with its fields on submit. It is reset if `send` resolves to true. */
export const Form = ({
  send,
  children,
  class: name = 'row',
}: {
  readonly send: (fields: Record<string, string>) => Promise<boolean>;
  readonly children: ComponentChildren;
  readonly class?: string;
}) => (
  <form
    class={name}
    onSubmit={(event) => {
      event.preventDefault();
      const form = event.currentTarget;
      void send(fieldsOf(form)).then((isDone) => isDone && form.reset());
    }}
  >
    {children}
  </form>
);

/** A field of a form. */
export const Field = ({
  label,
  name,
  type = 'text',
  isRequired = false,
  hint,
  value,
}: {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'date';
  readonly isRequired?: boolean;
  readonly hint?: string;
  /** The value that the field begins with. */
  readonly value?: string;
}) => (
  <label class="grow">
    {label}
    {/* Preact has a separate type for the attributes of each kind of field. */}
    <input
      name={name}
      type={type as 'text'}
      required={isRequired}
      placeholder={hint}
      defaultValue={value}
      autoComplete="off"
    />
  </label>
);
