import type { MarkdownIt, Token } from 'markdown-it';
import { manualAddress } from './manual-address.ts';

export type ManualSection = {
  /** It is empty for what stands before the first heading. */
  anchor: string;
  title: string;
  level: number;
  text: string;
};

export type ManualText = {
  title: string;
  /** The first paragraph, without markup. */
  lead: string;
  /** The page without its title. */
  html: string;
  sections: ManualSection[];
};

/** All pictures of the manual have this size, so that none moves the text when it arrives. */
export const MANUAL_PICTURE = { width: 1_200, height: 750 } as const;

const PAGE_FILE = /^([a-z-]+)\.md(?=#|$)/;
const PICTURE_FOLDER = '../../public/';

/** Reads a page that we wrote: links lead to other pages and to screens, and headings can be linked to. */
export async function parseManual(markdown: string): Promise<ManualText> {
  const { default: MarkdownIt } = await import('markdown-it');
  const parser = new MarkdownIt({ html: false, linkify: false });
  addressLinks(parser);
  showPictures(parser);
  linkHeadings(parser);
  const tokens = parser.parse(markdown, {});
  const sections = readSections(tokens);
  return {
    title: sections[0]?.title ?? '',
    lead: textOf(tokens[TITLE + 1]),
    html: parser.renderer.render(tokens.slice(TITLE), parser.options, {}),
    sections,
  };
}

/** The tokens of the title: open, content, close. */
const TITLE = 3;

function addressLinks({ renderer: { rules } }: MarkdownIt): void {
  rules['link_open'] = (tokens, at, options, _env, self) => {
    const address = String(tokens[at]?.attrGet('href'));
    if (PAGE_FILE.test(address)) tokens[at]?.attrSet('href', manualAddress(address.replace(PAGE_FILE, '$1')));
    return self.renderToken(tokens, at, options);
  };
}

function showPictures({ renderer: { rules } }: MarkdownIt): void {
  const render = rules['image'];
  rules['image'] = (tokens, at, options, env, self) => {
    const picture = tokens[at];
    picture?.attrSet('src', String(picture.attrGet('src')).replace(PICTURE_FOLDER, '/'));
    picture?.attrSet('width', String(MANUAL_PICTURE.width));
    picture?.attrSet('height', String(MANUAL_PICTURE.height));
    picture?.attrSet('loading', 'lazy');
    return render ? render(tokens, at, options, env, self) : '';
  };
}

function linkHeadings({ renderer: { rules } }: MarkdownIt): void {
  rules['heading_open'] = (tokens, at, options, _env, self) => {
    const anchor = anchorOf(textOf(tokens[at + 1]));
    tokens[at]?.attrSet('id', anchor);
    return `${self.renderToken(tokens, at, options)}<a href="#${anchor}">`;
  };
  rules['heading_close'] = (tokens, at, options, _env, self) => `</a>${self.renderToken(tokens, at, options)}`;
}

function readSections(tokens: readonly Token[]): ManualSection[] {
  const sections: ManualSection[] = [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (before?.type === 'heading_open') {
      const level = Number(before.tag.slice(1));
      const title = textOf(token);
      sections.push({ anchor: level === 1 ? '' : anchorOf(title), title, level, text: '' });
    } else if (token.type === 'inline' || token.type === 'fence') {
      const section = sections.at(-1);
      if (section) section.text += `${textOf(token)}\n`;
    }
  }
  return sections;
}

/** GitHub makes the same anchors, so a link in the file leads to the heading there, too. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function textOf(token: Token | undefined): string {
  if (!token?.children) return token?.content ?? '';
  return token.children.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}
