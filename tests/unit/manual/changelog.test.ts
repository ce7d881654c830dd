import { expect, test } from 'vitest';
import { showChangelog } from '#src/domain/manual/changelog.ts';

test('what is new shows each release, and not what comes with the next one', async () => {
  const html = await showChangelog(
    [
      '# Registro\n\nA forma é a de [Keep](https://keepachangelog.com).\n',
      '## [Unreleased]\n\n### Adicionado\n\n- Ainda não.\n',
      '## [1.1.0] - 2026-12-01\n\n### Adicionado\n\n- **Segunda**.\n',
      '## [1.0.0] - 2026-11-26\n\nA primeira.\n\n### Adicionado\n\n- Uma.',
    ].join('\n'),
  );
  expect([...html.matchAll(/<h2[^>]*><a[^>]*>([^<]+)/g)].map(([, title]) => title)).toEqual([
    'Versão 1.1.0, de 01/12/2026',
    'Versão 1.0.0, de 26/11/2026',
  ]);
  expect(html).not.toContain('Ainda não');
  expect(html).not.toContain('keepachangelog');
  const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(new Set(anchors).size).toBe(anchors.length);
});

test('the record of changes that the store ships has its releases', async () => {
  expect(await showChangelog()).toContain('Versão 1.0.0, de 26/11/2026');
});
