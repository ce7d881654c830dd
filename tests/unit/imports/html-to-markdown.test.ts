import { expect, test } from 'vitest';
import { htmlToMarkdown } from '#src/gateways/imports/html-to-markdown.ts';
import { renderMarkdown } from '#src/wire/basics/markdown.ts';

test('a description of another shop keeps text, headings, lists and links', () => {
  const html = '<h2>Looks</h2><p>São <b>60</b>.</p><ul><li>um</li></ul><a href="https://exemplo.com.br/x">Ver</a>';
  expect(htmlToMarkdown(html)).toBe('## Looks\n\nSão **60**.\n\n-   um\n\n[Ver](https://exemplo.com.br/x)');
});

test.each([
  '<a href="javascript:alert(1)">x</a>',
  '<a href="  jAvAsCrIpT&#58;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="https://a.test)[x](javascript:alert(1)">x</a>',
  '[x](javascript:alert(1)) ![x](https://a.test/x.png)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<pre><code>&lt;img src=x onerror=alert(1)&gt;</code></pre>',
  '<svg/onload=alert(1)>',
])('%s brings no script and no picture to a page', async (html) => {
  const shown = await renderMarkdown(htmlToMarkdown(html));
  expect(shown).not.toMatch(/<(?!\/?(?:p|a|pre|code|em|br)\b)|href="(?!https:)/i);
});

test('elements deeper than the stack leave their text', () => {
  expect(htmlToMarkdown(`${'<b>'.repeat(20_000)}x`)).toBe('x');
});
