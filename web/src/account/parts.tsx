import { type TypedDocumentNode, useMutation } from '@urql/preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Message } from '../components/common';
import { signInUrl, useSession } from '../session';

/** Content for signed-in users; others are asked to sign in. */
export function ForUsers({ url, children }: { readonly url: string; readonly children: ComponentChildren }) {
  const { isLoaded, user, problem } = useSession();
  if (!isLoaded) return <Message title="Loading …" />;
  if (user) return <>{children}</>;
  return (
    <Message title={problem ?? 'This page is for signed-in users.'} isError={problem !== undefined}>
      <a href={signInUrl(url)}>Sign in</a>
    </Message>
  );
}

/** An action of the user, and why it failed. */
export interface Action<Data, Variables> {
  readonly run: (variables: Variables) => Promise<Data | undefined>;
  readonly isRunning: boolean;
  readonly problem: string | undefined;
}

/** A mutation whose failure is shown. */
export function useAction<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  onDone: () => void = () => undefined,
): Action<Data, Variables> {
  const [{ fetching }, execute] = useMutation(document);
  const [problem, setProblem] = useState<string>();
  const run = async (variables: Variables): Promise<Data | undefined> => {
    const { data, error } = await execute(variables);
    setProblem(error && (error.networkError ? 'The registry can’t be reached.' : error.graphQLErrors[0]?.message));
    if (error) return undefined;
    onDone();
    return data;
  };
  return { run, isRunning: fetching, problem };
}

/** Why an action failed. */
export const Problem = ({ of }: { readonly of: string | undefined }) =>
  of === undefined ? null : (
    <p class="warning" role="alert">
      {of}
    </p>
  );

/** The texts in a form's fields, by name. */
export const fieldsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );

/** A field of a form. */
export const Field = ({
  label,
  name,
  type = 'text',
  isRequired = false,
}: {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'date';
  readonly isRequired?: boolean;
}) => (
  <label>
    {label}
    {/* Preact has a separate type for the attributes of each kind of field. */}
    <input name={name} type={type as 'text'} required={isRequired} />
  </label>
);
