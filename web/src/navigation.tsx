import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** The current URL, and the function to navigate to another one. */
export interface Navigation {
  /** Path and query. */
  readonly url: string;
  /** Navigates to a URL of the registry. `replace` replaces the current entry of the history. */
  readonly go: (url: string, options?: { readonly replace?: boolean; readonly keepScroll?: boolean }) => void;
}

const Context = createContext<Navigation>({ url: '/', go: () => undefined });

/** The navigation of the page. */
export const useNavigation = (): Navigation => useContext(Context);

/** The navigation of a page that is rendered on the server. `go` does nothing. */
export const StaticNavigation = ({ url, children }: { readonly url: string; readonly children: ComponentChildren }) => (
  <Context.Provider value={{ url, go: () => undefined }}>{children}</Context.Provider>
);

const here = (): string => location.pathname + location.search;

/** Returns the clicked link if it is a `PageLink` to open in this window; `undefined` if the browser must handle it. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = (event.target as Element | null)?.closest?.('a');
  const isOwn = link && link.origin === location.origin && !link.target && !link.hasAttribute('download');
  return isOwn && link.dataset['page'] !== undefined ? link : undefined;
}

interface Shown {
  readonly url: string;
  /** The scroll position to set after rendering; `undefined` to keep the current one. */
  readonly scrollTo: number | undefined;
}

/** Follows links between pages without loading a document. Stores the scroll position of each entry of the history. */
export function BrowserNavigation({ children }: { readonly children: ComponentChildren }) {
  const [{ url, scrollTo }, show] = useState<Shown>(() => ({ url: here(), scrollTo: undefined }));
  const navigation = useMemo<Navigation>(
    () => ({
      url,
      go: (next, { replace = false, keepScroll = false } = {}) => {
        if (replace) history.replaceState(history.state, '', next);
        else {
          history.replaceState({ scroll: scrollY }, '');
          history.pushState(null, '', next);
        }
        show({ url: next, scrollTo: keepScroll ? undefined : 0 });
      },
    }),
    [url],
  );
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const back = ({ state }: PopStateEvent): void =>
      show({ url: here(), scrollTo: (state as { scroll?: number } | null)?.scroll ?? 0 });
    const leave = (): void => history.replaceState({ scroll: scrollY }, '');
    addEventListener('popstate', back);
    addEventListener('pagehide', leave);
    const saved = (history.state as { scroll?: number } | null)?.scroll;
    if (saved !== undefined) jump(saved);
    return () => {
      removeEventListener('popstate', back);
      removeEventListener('pagehide', leave);
    };
  }, []);
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const link = linkOf(event);
      if (!link) return;
      event.preventDefault();
      navigation.go(link.pathname + link.search);
    };
    addEventListener('click', follow);
    return () => removeEventListener('click', follow);
  }, [navigation]);
  useLayoutEffect(() => {
    if (scrollTo !== undefined) jump(scrollTo);
  }, [url, scrollTo]);
  const path = url.replace(/\?.*/, '');
  const isFirst = useRef(true);
  useEffect(() => {
    // The link that was followed is gone with its page.
    if (!isFirst.current && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);
  return <Context.Provider value={navigation}>{children}</Context.Provider>;
}

const jump = (top: number): void => window.scrollTo({ top, behavior: 'instant' });

/** A link to another page of the registry. */
export const PageLink = ({
  to,
  class: name,
  children,
  current,
}: {
  readonly to: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  readonly current?: boolean;
}) => (
  <a href={to} class={name} data-page="" aria-current={current ? 'page' : undefined}>
    {children}
  </a>
);
