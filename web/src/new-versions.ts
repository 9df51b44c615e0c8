import { useEffect, useState } from 'preact/hooks';
import { subscribe } from './live';
import { CHANGES } from './queries';

/** How long after the page is shown the feed is followed, so that it does not delay what the page needs. */
const DELAY_MS = 1500;

/**
 * Counts the versions that became available since the page was shown or `reset` was called. A hidden page closes its
 * connection, because browsers open few of them to one host, and goes on from the last event when it is shown again.
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
