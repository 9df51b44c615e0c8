import MarkdownIt from 'markdown-it';

// Without HTML, and with links to the web and to mail only, the result contains nothing that could run.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false });
markdown.validateLink = (url) => /^(https?:\/\/|mailto:|#)/i.test(url.trim());
// Images of other hosts would tell those hosts who reads the page.
markdown.disable('image');
const openLink = markdown.renderer.rules.link_open;
markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  tokens[index]!.attrSet('rel', 'nofollow noopener noreferrer ugc');
  return openLink ? openLink(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
};
// Headings of the page itself end at level 3.
markdown.core.ruler.push('lower-headings', ({ tokens }) => {
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag[1]) + 3)}`;
});

/** HTML of a Markdown text that anybody may have written. */
export const renderMarkdown = (text: string): string => markdown.render(text);
