type Render = (text: string) => string;

let render: Render | undefined;

/** Gives the renderer, so that Markdown is rendered at once. The server does so; browsers load it when needed. */
export const provideMarkdown = (given: Render): void => {
  render = given;
};

/** The renderer, if it is loaded. */
export const loadedMarkdown = (): Render | undefined => render;

/** Loads the renderer. */
export async function loadMarkdown(): Promise<Render> {
  return (render ??= (await import('./markdown')).renderMarkdown);
}
