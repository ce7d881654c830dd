import { type CSSProperties, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { Body, Button, Column, Container, Head, Heading, Hr, Html, Img, Link, Row, Section, Text } from 'react-email';
import type { Accent } from '#src/wire/storefront/store-settings.ts';
import type { Block, MailText, Shopfront } from './mail-parts.ts';

export function MailTemplate({ words, shopfront }: { words: MailText; shopfront: Shopfront }): ReactElement {
  return createElement(
    Html,
    { lang: 'pt-BR', dir: 'ltr' },
    head(words.subject),
    createElement(
      Body,
      { style: styles.page, className: 'page', lang: 'pt-BR' },
      createElement('div', { style: styles.preview }, words.preview, PREVIEW_END),
      createElement(
        Container,
        { style: styles.sheet, className: 'sheet' },
        brand(shopfront),
        createElement(Heading, { as: 'h1', style: styles.title, className: 'ink' }, unbroken(words.title)),
        ...words.blocks.map((block) => drawBlock(block, shopfront)),
        createElement(Hr, { style: styles.rule, className: 'rule' }),
        ...words.notes.map((note) => small(`${note.sentence} `, link(note))),
        words.seller && small(unbroken(words.seller)),
        small(words.footer),
      ),
    ),
  );
}

function head(title: string): ReactElement {
  return createElement(
    Head,
    null,
    createElement('title', null, title),
    createElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    createElement('meta', { name: 'color-scheme', content: 'light dark' }),
    createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    createElement('style', null, SHEETS),
  );
}

function brand({ siteUrl, storeName, logo: own, accent }: Shopfront): ReactElement {
  const logo = {
    src: `${siteUrl}${own || `/icons/${accent}-touch.png`}`,
    alt: '',
    width: 28,
    height: 28,
    style: styles.logo,
  };
  return createElement(
    Text,
    { style: styles.brand, className: 'ink' },
    createElement(Img, logo),
    createElement('span', { style: styles.brandName }, storeName),
  );
}

function productRow({ name, detail, picture }: Extract<Block, { part: 'product' }>): ReactElement {
  const image = { alt: '', width: 96, height: 54, style: styles.picture };
  const row = createElement(
    Row,
    null,
    picture && createElement(Column, { style: styles.pictureCell }, createElement(Img, { ...image, src: picture })),
    createElement(
      Column,
      null,
      createElement(Text, { style: styles.productName, className: 'ink' }, name),
      createElement(Text, { style: styles.productDetail, className: 'muted' }, unbroken(detail)),
    ),
  );
  return createElement(Section, { style: styles.product }, row);
}

function drawBlock(block: Block, { accent }: Shopfront): ReactElement {
  switch (block.part) {
    case 'paragraph':
      return paragraph(unbroken(block.text));
    case 'notes':
      return createElement('div', {
        style: styles.text,
        className: 'ink notes',
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown lets no tag of the author's own through
        dangerouslySetInnerHTML: { __html: block.html.replaceAll('<a ', LINK_START) },
      });
    case 'product':
      return productRow(block);
    case 'code':
      return codeBox(block);
    case 'button':
      return createElement(
        Section,
        { style: styles.action },
        createElement(
          Button,
          { href: block.url, style: { ...styles.button, ...BUTTONS[accent] }, className: 'button' },
          block.label,
        ),
      );
    case 'facts':
      return factTable(block.facts);
    case 'bars':
      return createElement(Fragment, null, subtitle(block.title), barTable(block.bars, accent));
    case 'steps':
      return createElement(Fragment, null, subtitle(block.title), stepList(block.steps));
    case 'link':
      return paragraph(link(block));
  }
}

/** `R$ 89,90`, `versão 2.1`: a number stays on the line of its word, and no line begins with a separator. Codes are copied, so they stay as they are. */
function unbroken(text: string): string {
  return text.replace(/(?<=R\$|versão|em) (?=\d)| (?=· )/g, '\u00a0');
}

function subtitle(text: string): ReactElement {
  return createElement(Heading, { as: 'h2', style: styles.subtitle, className: 'ink' }, text);
}

function paragraph(content: ReactNode): ReactElement {
  return createElement(Text, { style: styles.text, className: 'ink' }, content);
}

function small(...content: ReactNode[]): ReactElement {
  return createElement(Text, { style: styles.small, className: 'muted' }, ...content);
}

function link({ url, label }: { url: string; label: string }): ReactElement {
  return createElement(Link, { href: url, style: styles.link, className: 'link' }, label);
}

function codeBox({ label, code }: { label: string; code: string }): ReactElement {
  return createElement(
    Section,
    { style: styles.keyBox, className: 'box' },
    createElement(Text, { style: styles.keyLabel, className: 'muted' }, label),
    createElement(Text, { style: styles.key, className: 'ink' }, code),
  );
}

function factTable(facts: { name: string; value: string }[]): ReactElement {
  const rows = facts.map(({ name, value }) =>
    createElement(
      'tr',
      { key: name },
      createElement('th', { scope: 'row', style: styles.factName, className: 'muted' }, name),
      createElement('td', { style: styles.factValue, className: 'ink' }, unbroken(value)),
    ),
  );
  const layout = { width: '100%', cellPadding: 0, cellSpacing: 0, style: styles.facts };
  return createElement('table', layout, createElement('tbody', null, rows));
}

/** Cells with a color, since many programs show no picture that comes from elsewhere. */
function barTable(bars: Extract<Block, { part: 'bars' }>['bars'], accent: Accent): ReactElement {
  const rows = bars.map(({ name, value, share }) =>
    createElement(
      'tr',
      { key: name },
      createElement('th', { scope: 'row', style: styles.barName, className: 'muted' }, name),
      createElement('td', { style: styles.barPlace }, share > 0 && bar(share, accent)),
      createElement('td', { style: styles.barValue, className: 'ink' }, unbroken(value)),
    ),
  );
  const layout = { width: '100%', cellPadding: 0, cellSpacing: 0, style: styles.bars };
  return createElement('table', layout, createElement('tbody', null, rows));
}

function bar(share: number, accent: Accent): ReactElement {
  const style = { ...BUTTONS[accent], ...styles.bar, width: `${Math.max(2, Math.round(share * 100))}%` };
  return createElement('div', { style }, '\u00a0');
}

function stepList(steps: string[]): ReactElement {
  const items = steps.map((step) => createElement('li', { key: step, style: styles.step, className: 'ink' }, step));
  return createElement('ol', { style: styles.steps }, items);
}

/** Keeps what follows out of the line that a list of messages shows; in short lines, as `encode-message.ts` wants them. */
const PREVIEW_END = '\u00a0\u200c\n'.repeat(90);

const INK = '#12181c';
const MUTED = '#4e575c';
const LINE = '#e9e6e0';
const MONO = "'Geist Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace";
const SANS = "'Instrument Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const styles = {
  page: { backgroundColor: '#fbfaf7', fontFamily: SANS, margin: 0, padding: '32px 16px' },
  sheet: {
    backgroundColor: '#ffffff',
    border: `1px solid ${LINE}`,
    borderRadius: '14px',
    maxWidth: '560px',
    padding: '32px',
    wordBreak: 'break-word',
  },
  brand: { color: INK, fontSize: '16px', fontWeight: 650, lineHeight: '28px', margin: '0 0 24px' },
  logo: { borderRadius: '7px', display: 'inline-block', verticalAlign: 'middle' },
  brandName: { display: 'inline-block', marginLeft: '10px', maxWidth: '80%', verticalAlign: 'middle' },
  preview: { display: 'none', lineHeight: '1px', maxHeight: 0, maxWidth: 0, opacity: 0, overflow: 'hidden' },
  product: { margin: '24px 0 0' },
  pictureCell: { verticalAlign: 'middle', width: '112px' },
  picture: { borderRadius: '10px', objectFit: 'cover' },
  productName: { color: INK, fontSize: '17px', fontWeight: 650, lineHeight: '24px', margin: 0 },
  productDetail: { color: MUTED, fontSize: '14px', lineHeight: '20px', margin: '2px 0 0' },
  title: {
    color: INK,
    fontSize: '28px',
    fontWeight: 650,
    letterSpacing: '-0.02em',
    lineHeight: '32px',
    margin: 0,
    textWrap: 'balance',
  },
  subtitle: { color: INK, fontSize: '17px', fontWeight: 650, lineHeight: '24px', margin: '28px 0 8px' },
  text: { color: INK, fontSize: '16px', lineHeight: '24px', margin: '12px 0 0', textWrap: 'pretty' },
  small: { color: MUTED, fontSize: '14px', lineHeight: '20px', margin: '0 0 8px', textWrap: 'pretty' },
  link: { color: '#046c68', textDecoration: 'underline' },
  keyBox: { backgroundColor: '#f6f3ef', border: `1px solid ${LINE}`, borderRadius: '10px', margin: '24px 0 0' },
  keyLabel: { color: MUTED, fontSize: '13px', lineHeight: '16px', margin: 0, padding: '14px 16px 0' },
  key: { color: INK, fontFamily: MONO, fontSize: '16px', lineHeight: '24px', margin: 0, padding: '4px 16px 14px' },
  action: { margin: '24px 0 0' },
  button: {
    borderRadius: '10px',
    color: INK,
    fontSize: '16px',
    fontWeight: 600,
    lineHeight: '20px',
    padding: '14px 22px',
    textAlign: 'center',
    textWrap: 'balance',
  },
  facts: { borderCollapse: 'collapse', margin: '28px 0 0' },
  factName: {
    borderTop: `1px solid ${LINE}`,
    color: MUTED,
    fontSize: '14px',
    fontWeight: 400,
    padding: '10px 12px 10px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
  },
  factValue: {
    borderTop: `1px solid ${LINE}`,
    color: INK,
    fontSize: '14px',
    padding: '10px 0',
    textAlign: 'right',
    textWrap: 'balance',
  },
  bars: { borderCollapse: 'collapse', margin: 0 },
  bar: { borderRadius: '3px', fontSize: '12px', lineHeight: '14px' },
  barName: {
    color: MUTED,
    fontSize: '14px',
    fontWeight: 400,
    padding: '3px 12px 3px 0',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    width: '1%',
  },
  barPlace: { padding: '3px 0' },
  barValue: {
    color: INK,
    fontSize: '14px',
    padding: '3px 0 3px 12px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    width: '1%',
  },
  steps: { margin: 0, padding: '0 0 0 20px' },
  step: { color: INK, fontSize: '16px', lineHeight: '24px', margin: '0 0 4px' },
  rule: { border: 0, borderTop: `1px solid ${LINE}`, margin: '28px 0 20px' },
} satisfies Record<string, CSSProperties>;

/** Links that an author wrote in Markdown get the look of the others. */
const LINK_START = `<a class="link" style="color:${styles.link.color}" `;

/** The accents as programs for mail know colors. */
const BUTTONS: Record<Accent, CSSProperties> = {
  orange: { backgroundColor: '#fc771e' },
  coral: { backgroundColor: '#fc7d80' },
  amber: { backgroundColor: '#f0b72d' },
  lime: { backgroundColor: '#9fd959' },
  sky: { backgroundColor: '#5dbaf2' },
};

const SHEETS = `
@media (max-width: 480px) {
  .page > table > tbody > tr > td { padding: 16px 8px !important; }
  .sheet > tbody > tr > td { padding: 24px 20px !important; }
  .button { display: block !important; }
}
.notes ul, .notes ol { padding-left: 20px; }
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: #080d10 !important; }
  .sheet { background-color: #0e1418 !important; border-color: #1f272b !important; }
  .sheet td { background-color: transparent !important; border-color: #1f272b !important; }
  .box { background-color: #151c20 !important; border-color: #1f272b !important; }
  .ink { color: #e9edef !important; }
  .muted { color: #97a0a4 !important; }
  .link { color: #4fd1c3 !important; }
  .sheet th, .rule { border-color: #1f272b !important; }
}`;
