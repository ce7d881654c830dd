const HIGHEST_HEADING = 3;

/** Safe HTML: no tag of the author's own, links to https alone, pictures of `/uploads/` alone, headings from h3. */
export async function renderMarkdown(markdown: string): Promise<string> {
  // Loaded with the first text, since each start of the store would wait for it.
  const { default: MarkdownIt } = await import('markdown-it');
  const renderer = new MarkdownIt({ html: false, linkify: false, breaks: true });
  renderer.validateLink = (address) => /^https:\/\//i.test(address) || /^\/uploads\/[\w.-]+$/.test(address);
  const { rules } = renderer.renderer;
  rules['link_open'] = (tokens, at, options, _env, self) => {
    tokens[at]?.attrSet('rel', 'noopener nofollow');
    return self.renderToken(tokens, at, options);
  };
  const renderPicture = rules['image'];
  rules['image'] = (tokens, at, options, env, self) => {
    const isOurs = String(tokens[at]?.attrGet('src')).startsWith('/uploads/');
    return isOurs && renderPicture ? renderPicture(tokens, at, options, env, self) : '';
  };
  const tokens = renderer.parse(markdown, {});
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.max(HIGHEST_HEADING, Number(token.tag.slice(1)))}`;
    }
  }
  return renderer.renderer.render(tokens, renderer.options, {});
}
