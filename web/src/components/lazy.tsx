import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading, Message } from './common';

/**
 * A component whose code is loaded when it is first shown. Until then, and on the server, it shows a message. If that
 * fails, for example because the registry was upgraded, the user can load the document again.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(
      () =>
        void load().then(
          (component) => setLoaded(() => component),
          () => setHasFailed(true),
        ),
      [],
    );
    if (Loaded) return <Loaded {...props} />;
    if (!hasFailed) return <Loading />;
    return (
      <Message title="This page can’t be loaded." isError>
        <button type="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </Message>
    );
  };
}
