import { useEffect, useState } from 'preact/hooks';
import { subscribe } from './live';
import { CHANGES } from './queries';

/** Delay between showing the page and subscribing, so that the subscription does not delay the page. */
const DELAY_MS = 1500;

/**
 * Counts the versions that became Active since the subscription began, DELAY_MS after the page was shown, or since
 * `reset` was called. A hidden page closes its connection, because browsers limit the connections to one host. When it
 * is shown again, it continues after the last event, or at the current revision if there was no event.
 */
export function useNewVersions(): { readonly count: number; readonly reset: () => void } {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let since: string | null = null;
    let end: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => {
      clearTimeout(timer);
      end?.();
      end = undefined;
    };
    const follow = (): void => {
      end = subscribe(CHANGES, { since }, ({ changes: { next, changes } }) => {
        since = next;
        const added = changes.filter(
          ({ subjectKind, status }) => subjectKind === 'version' && status === 'NodeVersionStatusActive',
        );
        setCount((before) => before + new Set(added.map(({ subjectId }) => subjectId)).size);
      });
    };
    const update = (): void => {
      stop();
      if (document.visibilityState === 'visible') timer = setTimeout(follow, DELAY_MS);
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      stop();
    };
  }, []);
  return { count, reset: () => setCount(0) };
}
