import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { START_ENVIRONMENT, START_WORDS } from '../support/process.ts';

const WORDS = START_WORDS.map((word) => word.replace(/^.*(?=src\/server\/)/, ''));

const ENVIRONMENT = Object.entries(START_ENVIRONMENT)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ');

test.each([
  ['package.json', [`"node src/server/setup.mjs && ${ENVIRONMENT} exec node ${WORDS.join(' ')}"`]],
  ['deploy/corte-final.service', [`Environment=${ENVIRONMENT}\n`, `.bin/node ${WORDS.join(' ')}\n`]],
  ['deploy/corte-final@.service', [`Environment=${ENVIRONMENT}\n`, `.bin/node ${WORDS.join(' ')}\n`]],
  ['Dockerfile', [`ENV ${ENVIRONMENT}\n`, `.bin/node", ${WORDS.map((word) => JSON.stringify(word)).join(', ')}]`]],
])('%s starts the store with the same memory limits', async (file, lines) => {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  for (const line of lines) expect(text).toContain(line);
});
