import MarkdownIt from 'markdown-it';

// Without HTML, and with links to http(s) and mailto only, so that the result contains no scripts.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false });
markdown.validateLink = (url) => /^(https?:\/\/|mailto:|#)/i.test(url.trim());
// Loading images of other hosts would reveal the reader's address to those hosts.
markdown.disable('image');
const openLink = markdown.renderer.rules.link_open;
markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  tokens[index]!.attrSet('rel', 'nofollow noopener noreferrer ugc');
  return openLink ? openLink(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
};
// The page itself uses the levels 1 to 3.
markdown.core.ruler.push('lower-headings', ({ tokens }) => {
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag[1]) + 3)}`;
});

/** Renders Markdown of untrusted authors to safe HTML. */
export const renderMarkdown = (text: string): string => markdown.render(text);
