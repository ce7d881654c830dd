import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from '../support/architecture/source.ts';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

test('the front page says the same in both languages, on one page each', async () => {
  const [portuguese = '', english = ''] = await Promise.all(['README.md', 'README.en.md'].map(read));
  expect(portuguese.split('\n').length).toBeLessThanOrEqual(150);
  expect(english.split('\n').length).toBeLessThanOrEqual(150);
  expect(factsOf(english)).toEqual(factsOf(portuguese));
});

test('the record of changes begins with what is not released, then the version of the package', async () => {
  const headings = [...(await read('CHANGELOG.md')).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.length).toBeGreaterThan(1);
  expect(headings[0]).toBe('[Unreleased]');
  expect(headings[1]).toMatch(new RegExp(`^\\[${packageJson.version.replaceAll('.', '\\.')}\\] - `));
  expect(headings.slice(1).filter((heading) => !RELEASE.test(heading ?? ''))).toEqual([]);
});

test('the lock file is of the same version, and asks for the same Node', async () => {
  const lock: { packages: Record<string, { version?: string; engines?: unknown }> } = JSON.parse(
    await read('package-lock.json'),
  );
  const { version, engines } = lock.packages[''] ?? {};
  expect({ version, engines }).toEqual({ version: packageJson.version, engines: packageJson.engines });
});

describe('the example of settings', () => {
  const readLines = async () => (await read('.env.example')).split('\n').filter((line) => /^#?[A-Z_]+=/.test(line));

  test('changes nothing where it is copied, and says each variable in one line that is written as the store reads it', async () => {
    const text = await read('.env.example');
    expect(parseEnv(text)).toEqual({});
    const lines = await readLines();
    expect(lines.length).toBeGreaterThan(25);
    // Compose keeps quotes, and reads a dollar sign its own way.
    expect(lines.filter((line) => !/^#[A-Z][A-Z_]+=[^"'`$\s](?:[^"'`$]*[^"'`$\s])?$/.test(line))).toEqual([]);
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  test.each(['mercadopago', 'pix'])('opens a store with %s where all of its lines count', async (bank) => {
    const lines = await readLines();
    const values = parseEnv(lines.map((line) => line.slice(1)).join('\n'));
    const settings: Record<string, unknown> = readSettings({ ...values, PAYMENT_PROVIDER: bank });
    expect(Object.keys(values).filter((name) => !(name in settings))).toEqual([]);
  });

  test('is in the repository, where no other file of settings is, and not in the image', async () => {
    const [ignored, image] = await Promise.all(['.gitignore', '.dockerignore'].map(read));
    const rules = ignored?.split('\n') ?? [];
    expect(rules.indexOf('.env*')).toBeGreaterThan(-1);
    expect(rules.indexOf('!.env.example')).toBeGreaterThan(rules.indexOf('.env*'));
    expect(rules.filter((rule) => rule.startsWith('!.env'))).toHaveLength(1);
    expect(image?.split('\n')).toContain('**/.env*');
  });
});

test('the small Compose file serves by the same proxy as the large one, and keeps all that a backup copies in its volume', async () => {
  const [small = '', large = ''] = await Promise.all(
    ['compose-small.yaml', 'compose.yaml'].map((name) => read(`deploy/${name}`)),
  );
  const proxyOf = (text: string) => /image: (caddy:\S+)/.exec(text)?.[1];
  expect(proxyOf(small)).toBeDefined();
  expect(proxyOf(small)).toBe(proxyOf(large));
  expect([...small.matchAll(/ (?:DATABASE_URL|\w+_DIR): (?:file:)?(\S+)\//g)].map(([, folder]) => folder)).toEqual(
    Array(4).fill('/data'),
  );
  const variables = [...(await read('deploy/Caddyfile')).matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name);
  expect(variables.length).toBeGreaterThan(0);
  expect(variables.filter((name) => !small.includes(`      ${name}: `))).toEqual([]);
});

/** SemVer, and the day. */
const RELEASE = /^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/;

/** What does not depend on the language: where links lead, what is typed without its comments, and the figures. */
function factsOf(text: string) {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^README/.test(target));
  const typed = [...text.matchAll(/```sh\n(.+?)```|`([^`]+)`/gs)].map(([, block, code]) =>
    (block ?? code)?.replaceAll(/ +#.*/g, ''),
  );
  const figures = text.match(/\d+(?:[.,]\d+)*/g)?.map((figure) => figure.replaceAll(/[.,]/g, ''));
  return { links, typed, figures };
}
