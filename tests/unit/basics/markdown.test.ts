import { expect, test } from 'vitest';
import { renderMarkdown, renderProductText } from '#src/wire/basics/markdown.ts';

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

test('a picture and the heading after it become a column of a product text, and nothing else does', async () => {
  const picture = (name: string) => `![${name}](/uploads/${name}.webp)`;
  const column = (name: string, text: string) =>
    `<div><p><img src="/uploads/${name}.webp" alt="${name}"></p>\n<h3>${name}</h3>\n<p>${text}</p>\n</div>`;
  const written = [
    'Antes',
    picture('a'),
    '### a',
    'Um',
    picture('b'),
    '### b',
    'Dois',
    '### Depois',
    picture('c'),
    'Fim',
  ];
  expect(await renderProductText(written.join('\n\n'))).toBe(
    `<p>Antes</p>\n<div class="columns">${column('a', 'Um')}${column('b', 'Dois')}</div>\n<h3>Depois</h3>\n<p><img src="/uploads/c.webp" alt="c"></p>\n<p>Fim</p>\n`,
  );
  for (const plain of [
    '',
    'Texto',
    `${picture('a')} junto\n\n### a`,
    `- ${picture('a')}\n\n### a`,
    `> ${picture('a')}\n>\n> ### a`,
  ]) {
    expect(await renderProductText(plain)).toBe(await renderMarkdown(plain));
  }
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
