import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { listManual, type ManualPage, searchManual, showManualPage } from '#src/domain/manual/manual.ts';
import { HELPED_SCREENS, helpOf } from '#src/islands/admin/frame/screen-help.ts';
import { SCREEN_GROUPS, screenAt } from '#src/islands/admin/frame/screens.ts';
import { MANUAL_ADDRESS, manualAddress } from '#src/wire/manual/manual-address.ts';
import { MANUAL_PAGE_NAMES } from '#src/wire/manual/manual-pages.ts';
import { MANUAL_PICTURE, parseManual } from '#src/wire/manual/parse-manual.ts';
import { SETTING_SECTIONS } from '#src/wire/upkeep/setting-sections.ts';
import { ROOT } from '../../support/architecture/source.ts';

let pages: ManualPage[];
let addresses: Set<string>;

beforeAll(async () => {
  pages = (await Promise.all(MANUAL_PAGE_NAMES.map(showManualPage))).filter((page) => page !== null);
  addresses = new Set(
    pages.flatMap(({ name, html }) => [
      manualAddress(name),
      ...[...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, anchor]) => manualAddress(`${name}#${anchor}`)),
    ]),
  );
});

describe('the pages of the manual', () => {
  test('are those of the folder, each with a title, a lead and headings of its own', async () => {
    const files = (await readdir(join(ROOT, 'docs/manual'))).map((file) => file.replace(/\.md$/, ''));
    expect(files.toSorted()).toEqual(MANUAL_PAGE_NAMES.toSorted());
    for (const { name, title, lead, html, sections } of pages) {
      expect(
        [title, lead].map((text) => text.length > 0),
        name,
      ).toEqual([true, true]);
      const anchors = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, anchor]) => anchor);
      expect(new Set(anchors).size, name).toBe(anchors.length);
      expect(sections.map(({ anchor }) => anchor).slice(1), name).toEqual(anchors);
    }
  });

  test('follow each other', () => {
    expect(pages.map(({ next }) => next?.name)).toEqual([...MANUAL_PAGE_NAMES.slice(1), undefined]);
    expect(pages.map(({ previous }) => previous?.name)).toEqual([undefined, ...MANUAL_PAGE_NAMES.slice(0, -1)]);
  });

  test('link to headings, screens and sections that exist', async () => {
    const links = pages.flatMap(({ name, html }) =>
      [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => {
        const target = decodeURI(href);
        return { name, target: target.startsWith('#') ? manualAddress(name + target) : target };
      }),
    );
    expect(links.length).toBeGreaterThan(100);
    const screens = await listScreens();
    expect(links.filter(({ target }) => !isThere(target, screens))).toEqual([]);
  });

  test('show small pictures of one size, each of those that are served', async () => {
    const shown = pages.flatMap(({ html }) =>
      [...html.matchAll(/<img src="\/(manual\/[^"]+)"/g)].map(([, at = '']) => at),
    );
    const served = await readdir(join(ROOT, 'public/manual'));
    expect(shown.toSorted()).toEqual(served.map((file) => `manual/${file}`).toSorted());
    for (const file of served) {
      const path = join(ROOT, 'public/manual', file);
      expect(await sharp(path).metadata(), file).toMatchObject({ format: 'webp', ...MANUAL_PICTURE });
      expect((await stat(path)).size, file).toBeLessThan(60 * 1_024);
    }
  });

  test('print in bold what the screens say, word for word', async () => {
    const said = pages.flatMap(({ name, html }) =>
      [...html.matchAll(/<strong>(.+?)<\/strong>/g)].map(([, words = '']) => ({ name, words })),
    );
    expect(said.length).toBeGreaterThan(100);
    const screens = await readTexts('src');
    expect(said.filter(({ words }) => !screens.includes(words))).toEqual([]);
  });

  test('name settings and commands that exist', async () => {
    const settings = await Promise.all(
      ['src/config.ts', 'src/bank-settings.ts'].map((file) => readFile(join(ROOT, file), 'utf8')),
    );
    const code = pages.flatMap(({ html }) => [...html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, text = '']) => text));
    const named = code.flatMap((text) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !settings.join('\n').includes(`${name}: `))).toEqual([]);
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const commands = code.flatMap((text) => [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, it]) => it));
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((command) => !Object.hasOwn(scripts, command ?? ''))).toEqual([]);
  });

  test('stand in the index with their leads', async () => {
    const listed = (await listManual()).flatMap((part) => part.pages);
    expect(listed).toEqual(pages.map(({ name, title, lead }) => ({ name, title, lead })));
  });

  test('are no others', async () => {
    expect(await showManualPage('moderação')).toBeNull();
    expect(await showManualPage('../manual/vendas')).toBeNull();
  });
});

describe('the help of a screen', () => {
  test('is there for each, and leads to a heading', async () => {
    const helped = new Set(HELPED_SCREENS.map((screen) => screen.replace(/:.*/, '')));
    const screens = (await listScreens()).filter((screen) => !WITHOUT_HELP.includes(screen));
    expect([...helped].toSorted()).toEqual(screens.toSorted());
    const places = HELPED_SCREENS.map((screen) => String(helpOf(screen)));
    expect(places.filter((place) => !place.includes('#') || !addresses.has(manualAddress(place)))).toEqual([]);
  });

  test.each([null, '', 'sale', 'toString'])('is none for %j', (screen) => {
    expect(helpOf(screen)).toBeUndefined();
  });

  test('is a screen of the menu itself', () => {
    expect(screenAt(manualAddress('vendas'))?.name).toBe('Ajuda');
    expect(SCREEN_GROUPS.flatMap(({ screens }) => screens).at(-1)?.href).toBe(MANUAL_ADDRESS);
  });
});

describe('the search in the manual', () => {
  test.each([
    ['reembolso', 'vendas', 'Vendas, reembolso e desistência'],
    ['REEMBOLSAR', 'vendas#reembolsar', 'Reembolsar'],
    ['nao chega', 'problemas#o-e-mail-não-chega', 'O e-mail não chega'],
    ['spf', 'email#spf-dkim-e-dmarc', 'SPF, DKIM e DMARC'],
    ['esqueci a senha', 'problemas#esqueci-a-senha', 'Esqueci a senha'],
  ])('%j leads to %s first', async (text, place, title) => {
    expect((await searchManual(text))[0]).toMatchObject({ place, title });
  });

  test('finds only parts with all words, and few', async () => {
    expect(await searchManual('caddy lembrete')).toEqual([]);
    expect(await searchManual('  ')).toEqual([]);
    expect((await searchManual('a')).length).toBeLessThanOrEqual(8);
    for (const { place } of await searchManual('chave')) expect(addresses).toContain(manualAddress(place));
  });
});

test('the parser takes no tags, and makes links, anchors and pictures of the shop', async () => {
  const page = await parseManual(
    '# Título\n\nUma\nfrase.\n\n## Não é só isto\n\n[lá](vendas.md#reembolsar) <b>x</b>\n\n![Tela](../../public/manual/a.webp)',
  );
  expect(page).toMatchObject({ title: 'Título', lead: 'Uma frase.' });
  expect(page.html).toBe(
    [
      '<p>Uma\nfrase.</p>',
      '<h2 id="não-é-só-isto"><a href="#não-é-só-isto">Não é só isto</a></h2>',
      '<p><a href="/admin/ajuda/vendas#reembolsar">lá</a> &lt;b&gt;x&lt;/b&gt;</p>',
      '<p><img src="/manual/a.webp" alt="Tela" width="1200" height="750" loading="lazy"></p>\n',
    ].join('\n'),
  );
});

/** These are no screens of their own, or the manual itself. */
const WITHOUT_HELP = [
  '[...path]',
  'ajuda/[page]',
  'ajuda/index',
  'ajuda/novidades',
  'email-settings',
  'loja-de-verdade',
  'sem-acesso',
  'segundo-fator',
  'products/preview',
];

async function listScreens(): Promise<string[]> {
  const entries = await readdir(join(ROOT, 'src/pages/admin'), { recursive: true });
  return entries.filter((entry) => entry.endsWith('.astro')).map((entry) => entry.replace(/\.astro$/, ''));
}

function isThere(target: string, screens: readonly string[]): boolean {
  if (target.startsWith(`${MANUAL_ADDRESS}/`)) return addresses.has(target);
  const { pathname, searchParams } = new URL(target, 'https://loja.exemplo');
  const path = pathname.replace(/^\/admin\/?/, '');
  if (!pathname.startsWith('/admin') || !(screens.includes(path) || screens.includes(join(path, 'index'))))
    return false;
  const section = searchParams.get('secao');
  return section === null || Object.values(SETTING_SECTIONS).some(({ word }) => word === section);
}

async function readTexts(folder: string): Promise<string> {
  expect(existsSync(join(ROOT, folder))).toBe(true);
  const files = (await readdir(join(ROOT, folder), { recursive: true })).filter((file) =>
    /\.(?:astro|tsx?)$/.test(file),
  );
  return (await Promise.all(files.map((file) => readFile(join(ROOT, folder, file), 'utf8')))).join('\n');
}
