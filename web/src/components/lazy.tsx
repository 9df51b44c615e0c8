import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Message } from './common';

/** A component whose code is loaded when it is first shown. Until then, and on the server, it shows a message. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    useEffect(() => void load().then((component) => setLoaded(() => component)), []);
    return Loaded ? <Loaded {...props} /> : <Message title="Loading …" />;
  };
}
