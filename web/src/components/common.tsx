import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dayOf, minuteOf, statusName, webAddress } from '../format';
import { loadedMarkdown, loadMarkdown } from '../markdown-source';
import { PageLink } from '../navigation';
import { signInUrl } from '../session';
import { SESSION_ENDED } from '../use-page';

/** A text in which the words of a search are marked. */
export function Highlighted({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const lower = text.toLowerCase();
  const parts: ComponentChildren[] = [];
  // Lower-casing can change the length of a text. Positions would then not match, so nothing is marked.
  const usable = lower.length === text.length ? words : [];
  let at = 0;
  while (at < text.length) {
    const next = usable
      .map((word) => ({ word, from: lower.indexOf(word, at) }))
      .filter(({ from }) => from >= 0)
      .sort((a, b) => a.from - b.from || b.word.length - a.word.length)[0];
    if (!next) break;
    parts.push(text.slice(at, next.from), <mark>{text.slice(next.from, next.from + next.word.length)}</mark>);
    at = next.from + next.word.length;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}

/** Returns the words of a search to mark: at most ten, in lower case, of two characters or more. */
export const searchedWords = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .slice(0, 10);

/** A Markdown text of an untrusted author. */
export function Markdown({ text }: { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  const [html, setHtml] = useState(() => loadedMarkdown()?.(text) ?? '');
  // If the renderer can't be loaded, the source is shown.
  const [isPlain, setIsPlain] = useState(false);
  useEffect(() => {
    if (text === '') return setHtml('');
    // If the element is not empty, the server has rendered the text.
    if (loadedMarkdown() === undefined && element.current?.innerHTML !== '' && html === '') return;
    let isCurrent = true;
    void loadMarkdown().then(
      (render) => isCurrent && setHtml(render(text)),
      () => isCurrent && setIsPlain(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (isPlain) return <p class="said">{text}</p>;
  return <div class="prose" ref={element} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A link to another host. Shows only the text if the address is not an http(s) URL. */
export function OuterLink({
  to,
  children,
}: {
  readonly to: string | null | undefined;
  readonly children?: ComponentChildren;
}) {
  const address = webAddress(to);
  if (address === undefined) return <>{children ?? to}</>;
  return (
    <a href={address} rel="nofollow noopener noreferrer">
      {children ?? address.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </a>
  );
}

/** The day of a time. */
export const Day = ({ time }: { readonly time: string }) => <time dateTime={time}>{dayOf(time)}</time>;

/** The day and time of a time, in UTC. */
export const Minute = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={time}>
    {minuteOf(time)}
  </time>
);

/** The status of a version. */
export const Status = ({ of }: { readonly of: string }) => (
  <span class={`tag ${STATUS_STYLES[statusName(of)] ?? ''}`}>{statusName(of)}</span>
);

const STATUS_STYLES: Readonly<Record<string, string>> = {
  Active: 'tag-good',
  Flagged: 'tag-warning',
  Banned: 'tag-error',
};

/** A message in place of content that is loading. */
export const Loading = () => (
  <>
    <Message title="Loading …" />
    <noscript>
      <p>This page needs JavaScript.</p>
    </noscript>
  </>
);

/** A message in place of content that is loading or could not be loaded. `retry` loads it again. */
export const Waiting = ({
  isLoading,
  problem,
  retry,
}: {
  readonly isLoading: boolean;
  readonly problem: string;
  readonly retry?: () => void;
}) =>
  isLoading ? (
    <Loading />
  ) : (
    <Message title={problem} isError>
      {problem === SESSION_ENDED && <SignInAgain />}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </Message>
  );

/** A link to sign in, in another tab, so that the input on this page is kept. */
export const SignInAgain = () => (
  <a href={signInUrl('/account')} target="_blank">
    Sign in again
  </a>
);

/** A message in place of content. */
export const Message = ({
  title,
  children,
  isError = false,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly isError?: boolean;
}) => (
  <div class="message" role={isError ? 'alert' : 'status'}>
    <p class="message-title">{title}</p>
    {children}
  </div>
);

const COPY_STATES = { ready: 'Copy', copied: 'Copied', failed: 'Not copied' } as const;

/** A text with a button that copies it. The button is shown only if the browser has a clipboard API. */
export function Copyable({ label, text }: { readonly label: string; readonly text: string }) {
  const [state, setState] = useState<'unable' | 'ready' | 'copied' | 'failed'>('unable');
  useEffect(() => {
    if ('clipboard' in navigator) setState('ready');
  }, []);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  return (
    <div class="copyable">
      <span class="copyable-label">{label}</span>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      {state !== 'unable' && (
        <button type="button" onClick={copy} aria-label={`Copy: ${label}`}>
          {COPY_STATES[state]}
        </button>
      )}
    </div>
  );
}

/** Links to the views of a page. */
export const Tabs = ({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly url: string; readonly title: string; readonly isCurrent: boolean }[];
}) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ url, title, isCurrent }) => (
      <PageLink key={url} to={url} current={isCurrent}>
        {title}
      </PageLink>
    ))}
  </nav>
);

/** A message in place of a page that does not exist. */
export const Missing = ({ title }: { readonly title: string }) => (
  <Message title={title} isError>
    <p>
      <PageLink to="/">See all nodes</PageLink>
    </p>
  </Message>
);
