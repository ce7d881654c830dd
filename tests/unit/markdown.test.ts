import { expect, test } from 'vitest';
import { renderMarkdown } from '#src/wire/markdown.ts';

test('lists, emphasis and https links are rendered', async () => {
  expect(await renderMarkdown('- **Zoom** de 4×\n- Veja [o guia](https://loja.test/guia)')).toBe(
    '<ul>\n<li><strong>Zoom</strong> de 4×</li>\n<li>Veja <a href="https://loja.test/guia" rel="noopener nofollow">o guia</a></li>\n</ul>\n',
  );
});

test('headings begin below those of the page', async () => {
  expect(await renderMarkdown('# Novo\n\n#### Detalhe')).toBe('<h3>Novo</h3>\n<h4>Detalhe</h4>\n');
});

test('a picture is shown only from the shop', async () => {
  expect(await renderMarkdown('![Antes](/uploads/a.webp)')).toContain('<img src="/uploads/a.webp" alt="Antes">');
  expect(await renderMarkdown('![Espião](https://other.test/a.png)')).not.toMatch(/<img|other\.test/);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt&colon;alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x)',
  '[a](http://loja.test)',
  '[a](//loja.test)',
  '[a](/admin)',
  '![a](javascript:alert(1))',
  '![a](/uploads/../api/x)',
  '<https://loja.test" onclick="alert(1)>',
  '[a](https://loja.test "x\\" onclick=\\"alert(1)")',
  '```<script>\nalert(1)\n```',
])('%s runs nothing and leads nowhere else', async (markdown) => {
  const html = await renderMarkdown(markdown);
  const tags = html.match(/<(?:"[^"]*"|[^">])*>/g) ?? [];
  const names = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '""')).join('');
  expect(names).not.toMatch(/<(script|img|iframe|svg)|\son\w+=/i);
  for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(address).toMatch(/^https:\/\/loja\.test/);
});
