import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from '../support/architecture/source.ts';

const FOLDERS = ['.ci', '.github', 'db', 'deploy', 'docs', 'examples', 'public', 'src', 'tests'];
const OUTSIDE_THE_REPOSITORY = /^(?:\.\.\/|dist\/|db\/outbox$|tests\/contract\/documents\/)/;
const SOURCE_FILE = /\.(?:astro|css|js|md|mjs|spec|ts|tsx)$/;
const PATH = /^[\w.[\]-]+(?:\/[\w.[\]-]+)*\/?$/;

let paths: string[];
let documents: { path: string; text: string }[];

beforeAll(async () => {
  paths = [...(await readdir(ROOT)), ...(await Promise.all(FOLDERS.map(listBelow))).flat()];
  const names = paths.filter((path) => path.endsWith('.md') && !path.startsWith('tests/'));
  documents = await Promise.all(names.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })));
});

describe('the documents', () => {
  test('name files and folders that exist', () => {
    const named = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => ({ path, code })).filter(({ code }) => isPath(code)),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ code }) => !exists(code))).toEqual([]);
  });

  test('name tables, columns and functions that exist', async () => {
    const sources = paths.filter(
      (path) => /.\.(?:astro|mjs|tsx?)$/.test(path) && path !== 'tests/unit/documents.test.ts',
    );
    const text = (await Promise.all([...sources, 'tsconfig.json'].map(read))).join('\n');
    const words = new Set(text.match(/\w+/g));
    const named = documents.flatMap(({ path, text: document }) =>
      [...document.matchAll(/`(?:(?!v8)\w+\.)?([a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(50);
    // `listX` is whatever a new list is of.
    expect(named.filter(({ name }) => !words.has(name) && !/[a-z]X/.test(name))).toEqual([]);
  });

  test('link to files and headings that exist', () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|\/admin)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, file = '', heading]) => ({
        path,
        target: file ? join(dirname(path), file) : path,
        heading,
      })),
    );
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ target }) => !exists(target))).toEqual([]);
    expect(links.filter(({ target, heading }) => heading && !headingsOf(target).includes(heading))).toEqual([]);
  });

  test('name scripts of npm that exist, and each of them', () => {
    const named = documents.flatMap(({ text }) => [...text.matchAll(/npm run (?:-\S+ )?([\w:-]+)/g)]);
    const scripts = named.map(([, script = '']) => script);
    expect(scripts.length).toBeGreaterThan(20);
    expect(scripts.filter((script) => !Object.hasOwn(packageJson.scripts, script))).toEqual([]);
    const contributing = documents.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? '';
    const own = Object.keys(packageJson.scripts).filter((script) => !/^(?:pre|start$|build$)/.test(script));
    expect(own.filter((script) => !new RegExp(`[\`\\s]${script}[\`\\s]`).test(contributing))).toEqual([]);
  });
});

describe('the names of files', () => {
  test('in the settings of the build are those of files', async () => {
    const text = (await read('astro.config.mjs')) + (await read('src/server/build/script-files.mjs'));
    const named = [...text.matchAll(/(?:src|node_modules)\/[\w./-]+\.\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  test('in comments are those of files', async () => {
    const sources = paths.filter((path) => /^(?:db|src|tests)\/.+\.(?:astro|css|mjs|tsx?)$/.test(path));
    const named = await Promise.all(
      sources.map(async (path) =>
        [...(await read(path)).matchAll(/(?:^|\s)(?:\/\/|\/\*+|<!--) (.+)/g)].flatMap(([, comment = '']) =>
          [...comment.matchAll(/[\w[\]./-]*\w\.(?:astro|css|md|mjs|sh|tsx?)\b/g)].map(([name]) => ({ path, name })),
        ),
      ),
    );
    expect(named.flat().length).toBeGreaterThan(10);
    expect(named.flat().filter(({ name }) => !exists(name))).toEqual([]);
  });
});

describe('the settings', () => {
  test('stand in the tables of operations and metrics, each of them, and no other', async () => {
    const known = (await Promise.all(SETTINGS_FILES.map(read))).flatMap((text) =>
      [...text.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name),
    );
    const told = (await readSettingsTable()).map(({ name }) => name);
    expect(known.length).toBeGreaterThan(40);
    expect(told.toSorted()).toEqual([...new Set(known)].toSorted());
  });

  test('begin with the defaults of those tables', async () => {
    const usual: Record<string, unknown> = readSettings({});
    const told = (await readSettingsTable()).filter(({ name, byDefault }) => byDefault && !WORDED.includes(name));
    expect(told.length).toBeGreaterThan(20);
    expect(told.map(({ name }) => [name, String(usual[name])])).toEqual(told.map((row) => [row.name, row.byDefault]));
  });
});

describe('the figures', () => {
  test('of the page cache are those of the code', async () => {
    const [, pages = ''] =
      /pages: ([\d_]+), bytes: 16 \* 1024 \* 1024/.exec(await read('src/server/requests/page-cache.ts')) ?? [];
    expect(await read('docs/decisions/page-cache.md')).toContain(`16 MB and ${pages} pages`);
  });

  test('of migrations are those of files, and each missing number is told', async () => {
    const numbers = paths.flatMap((path) => /^db\/migrations\/(\d{4})-/.exec(path)?.[1] ?? []).map(Number);
    const missing = Array.from({ length: RELEASED }, (_, at) => at + 1).filter((number) => !numbers.includes(number));
    const operations = await read('docs/operations.md');
    for (const number of missing) expect(operations).toContain(String(number).padStart(4, '0'));
    for (const { path, text } of documents) {
      const named = [...text.matchAll(/`(\d{4}-[a-z-]+)`/g)].map(([, name = '']) => `db/migrations/${name}.ts`);
      expect(
        named.filter((file) => !exists(file)),
        path,
      ).toEqual([]);
    }
  });

  test('and the promise that nothing else is missing on musl go by the lock file', async () => {
    const lock: { packages: Record<string, unknown> } = JSON.parse(await read('package-lock.json'));
    const isThere = (name: string) => Object.keys(lock.packages).some((path) => path.endsWith(name));
    expect([isThere('@bruits/satteri-linux-x64-musl'), isThere('node-linux-x64-musl')]).toEqual([true, false]);
  });
});

describe('the files of deploy/', () => {
  test('set what the store knows as a setting', async () => {
    const known = (await Promise.all(SETTINGS_FILES.map(read))).join('\n');
    const units = ['corte-final.service', 'corte-final@.service'];
    const inUnits = (await Promise.all(units.map((name) => read(`deploy/${name}`)))).flatMap((text) =>
      [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) => [...pairs.matchAll(/([A-Z_]+)=/g)]),
    );
    const composed = (
      await Promise.all(['compose.yaml', 'compose-small.yaml'].map((name) => read(`deploy/${name}`)))
    ).join();
    const inContainers = [...composed.matchAll(/^\s+([A-Z_]+): /gm)];
    const inExample = [...(await read('deploy/compose.env.example')).matchAll(/^([A-Z_]+)=/gm)];
    const names = [...inUnits, ...inContainers, ...inExample].map(([, name = '']) => name);
    const ours = names.filter((name) => !OTHERS_SETTING.test(name));
    expect(ours.length).toBeGreaterThan(15);
    expect(ours.filter((name) => !new RegExp(`\\b${name}: `).test(known))).toEqual([]);
  });

  test('ask of one process and of several the same', async () => {
    const [one, several] = await Promise.all(
      ['nginx.conf', 'nginx-processes.conf'].map((name) => read(`deploy/${name}`)),
    );
    const asked = (text = '') =>
      text.match(/^\s+(?:proxy_(?!pass)\w+|client_max_body_size) .+;$/gm)?.map((line) => line.trim());
    expect(asked(several)).toEqual(expect.arrayContaining(asked(one) ?? ['nothing']));
  });

  test('go with a store whose connections live longer than the proxy keeps them', async () => {
    const storeMs = Number(
      /keepAliveTimeout: ([\d_]+)/.exec(await read('src/server/opening/open-server.ts'))?.[1]?.replace('_', ''),
    );
    const nginx = /keepalive_timeout (\d+)s/.exec(await read('deploy/nginx-processes.conf'))?.[1];
    const caddy = /keepalive (\d+)s/.exec(await read('deploy/Caddyfile'))?.[1];
    expect(Number(nginx) * 1_000).toBeLessThan(storeMs);
    expect(Number(caddy) * 1_000).toBeLessThan(storeMs);
  });
});

/** The documents tell the defaults of these in other words. */
const WORDED = ['SITE_URL', 'DATABASE_LISTEN_URL', 'PARTNERS', 'DEMO_DATA', 'DRAIN_SECONDS', 'TRUST_PROXY'];
const RELEASED = 53;
const SETTINGS_FILES = ['bank-settings', 'config', 'files-settings', 'metrics-settings', 'tls-settings'].map(
  (name) => `src/${name}.ts`,
);
const SETTINGS_TABLES = ['docs/operations.md', 'docs/metrics.md'];
/** They belong to the images, to Compose itself, to Node and to the C library. */
const OTHERS_SETTING = /^(?:POSTGRES|VGW|ROOT|SHOP|NODE|MALLOC)_|^VERSION$/;

/** `byDefault` is null where no value in code stands for it. */
async function readSettingsTable(): Promise<{ name: string; byDefault: string | null }[]> {
  const texts = await Promise.all(SETTINGS_TABLES.map(read));
  const tables = texts.map(
    (text) =>
      /\n\| (?:variável \| padrão \| significado|variable \| default \| meaning) \|\n(.+?)\n\n/s.exec(text)?.[1] ?? '',
  );
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .flatMap((row) => {
      const [, names = '', defaults = ''] = /^\| (.+?) \| (.*?) \|/.exec(row) ?? [];
      const values = defaults.split(', ').map((value) => /^`(.+)`$/.exec(value)?.[1] ?? null);
      return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ''], at) => ({ name, byDefault: values[at] ?? null }));
    });
}

function read(path: string): Promise<string> {
  return readFile(join(ROOT, path), 'utf8');
}

async function listBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** A path is in full from the root, or the end of one to a source file. */
function isPath(code: string): boolean {
  if (!PATH.test(code) || OUTSIDE_THE_REPOSITORY.test(code)) return false;
  return SOURCE_FILE.test(code) || FOLDERS.includes(code.split('/')[0] ?? '');
}

function exists(name: string): boolean {
  const path = name.replace(/\/$/, '');
  return paths.some((known) => known === path || known.endsWith(`/${path}`));
}

/** GitHub makes the anchors of headings so. */
function headingsOf(target: string): string[] {
  const text = documents.find(({ path }) => path === target)?.text ?? '';
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
