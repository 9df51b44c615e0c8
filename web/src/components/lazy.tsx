import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Message } from './common';

/** A component whose program is loaded when it is shown first. The server renders a message in its place. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    useEffect(() => void load().then((component) => setLoaded(() => component)), []);
    return Loaded ? <Loaded {...props} /> : <Message title="Loading …" />;
  };
}
