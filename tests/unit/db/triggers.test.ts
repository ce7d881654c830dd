import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { declaredTriggers, TRIGGERS } from '#db/triggers/make-triggers.ts';
import { createTrigger } from '#db/triggers/trigger.ts';
import { SCHEMA_FILES } from '../../support/present-schema.ts';

const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);

test('a trigger that is declared otherwise has a migration that makes it anew', async () => {
  const files = (await readdir(MIGRATIONS)).toSorted();
  const steps: { triggers?: string }[] = await Promise.all(files.map((file) => import(new URL(file, MIGRATIONS).href)));

  expect(
    steps.findLast(({ triggers }) => triggers)?.triggers,
    'db/triggers changed: add a migration with this, the fingerprint of what is declared',
  ).toBe(declaredTriggers());
});

test('no migration creates a trigger by hand any more', async () => {
  const later = (await readdir(MIGRATIONS)).filter((file) => /^\d/.test(file) && file >= '0061');
  const texts = await Promise.all(later.map((file) => readFile(new URL(file, MIGRATIONS), 'utf8')));

  expect(later).not.toEqual([]);
  expect(later.filter((_, at) => /\btrigger\b(?!s)/i.test(texts[at]?.replaceAll(/\/\*\*.*?\*\//gs, '') ?? ''))).toEqual(
    [],
  );
});

test.each(['sqlite', 'postgres'] as const)('the schema of %s has the declared triggers alone', async (engine) => {
  const schema = await readFile(SCHEMA_FILES[engine], 'utf8');
  const declared = TRIGGERS.map((trigger) => createTrigger(trigger, engine)).filter(({ length }) => length > 0);

  expect(schema.match(/^CREATE TRIGGER /gm)).toHaveLength(declared.length);
  for (const [first = ''] of declared) expect(schema).toContain(engine === 'sqlite' ? first : first.split('$$')[1]);
});
