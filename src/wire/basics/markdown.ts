import type { Token } from 'markdown-it';

const HIGHEST_HEADING = 3;
const OUR_PICTURE = /^\/(?:uploads|demo)\/[\w.-]+$/;

/** Makes safe HTML: no tag of the author's own, links to https alone, pictures of this shop alone, headings from h3. */
export async function renderMarkdown(markdown: string): Promise<string> {
  const { tokens, render } = await parseMarkdown(markdown);
  return render(tokens);
}

/** Renders as `renderMarkdown` does; a picture and the heading after it become a column, beside others of their kind. */
export async function renderProductText(markdown: string): Promise<string> {
  const { tokens, render } = await parseMarkdown(markdown);
  let html = '';
  let columns = '';
  const endColumns = () => {
    if (columns) html += `<div class="columns">${columns}</div>\n`;
    columns = '';
  };
  for (const part of partsOf(tokens)) {
    if (beginsColumn(part, 0)) columns += `<div>${render(part)}</div>`;
    else {
      endColumns();
      html += render(part);
    }
  }
  endColumns();
  return html;
}

/** Cuts before each column, and where one ends. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  for (const [at, token] of tokens.entries()) {
    const part = parts.at(-1);
    const isHeadingOfColumn = part?.length === PARAGRAPH && beginsColumn(tokens, at - PARAGRAPH);
    const isCut =
      token.level === 0 && (beginsColumn(tokens, at) || (token.type === 'heading_open' && !isHeadingOfColumn));
    if (part && !isCut) part.push(token);
    else parts.push([token]);
  }
  return parts;
}

/** Its tokens: open, content, close. */
const PARAGRAPH = 3;

function beginsColumn(tokens: readonly Token[], at: number): boolean {
  const [open, content] = [tokens[at], tokens[at + 1]];
  const isPicture = open?.type === 'paragraph_open' && content?.children?.length === 1;
  return isPicture && content.children?.[0]?.type === 'image' && tokens[at + PARAGRAPH]?.type === 'heading_open';
}

async function parseMarkdown(markdown: string) {
  // The library is loaded with the first text, since each start of the store would wait for it.
  const { default: MarkdownIt } = await import('markdown-it');
  const renderer = new MarkdownIt({ html: false, linkify: false, breaks: true });
  renderer.validateLink = (address) => /^https:\/\//i.test(address) || OUR_PICTURE.test(address);
  const { rules } = renderer.renderer;
  rules['link_open'] = (tokens, at, options, _env, self) => {
    tokens[at]?.attrSet('rel', 'noopener nofollow');
    return self.renderToken(tokens, at, options);
  };
  const renderPicture = rules['image'];
  rules['image'] = (tokens, at, options, env, self) => {
    const isOurs = OUR_PICTURE.test(String(tokens[at]?.attrGet('src')));
    return isOurs && renderPicture ? renderPicture(tokens, at, options, env, self) : '';
  };
  const tokens = renderer.parse(markdown, {});
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.max(HIGHEST_HEADING, Number(token.tag.slice(1)))}`;
    }
  }
  return { tokens, render: (some: Token[]) => renderer.renderer.render(some, renderer.options, {}) };
}
