type Render = (text: string) => string;

let render: Render | undefined;

/** Sets the renderer. The server calls this, so that it renders synchronously; browsers load the renderer on demand. */
export const setMarkdown = (given: Render): void => {
  render = given;
};

/** The renderer, if it is loaded. */
export const loadedMarkdown = (): Render | undefined => render;

/** Loads the renderer. */
export async function loadMarkdown(): Promise<Render> {
  return (render ??= (await import('./markdown')).renderMarkdown);
}
