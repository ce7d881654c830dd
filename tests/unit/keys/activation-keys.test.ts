import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type OpenSqlite, openSqlite } from '#db/client.ts';
import { assignActivationKey } from '#db/queries/keys/activation-keys.ts';
import { listKeyIds } from '#db/queries/keys/key-list.ts';
import { AddKeys, MAX_KEYS, NO_KEYS, NO_PRODUCT, problemOf, readKeyLines } from '#src/wire/keys/activation-keys.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

describe('parsing pasted keys', () => {
  test('splits by line, trims and counts', () => {
    expect(readKeyLines('  CF-1 \r\n\r\nCF-2\rCF-1\n\n  \nCF-3\u2028CF-1\n')).toEqual({
      keys: ['CF-1', 'CF-2', 'CF-3'],
      repeated: ['CF-1'],
      repeatedLines: 2,
      emptyLines: 3,
      tooLongLine: null,
      unreadableLine: null,
    });
  });

  test('accepts empty text', () => {
    for (const text of ['', ' ', '\n\n', '\u200e\n']) expect(readKeyLines(text).keys).toEqual([]);
    expect(readKeyLines('').emptyLines).toBe(0);
  });

  test('normalizes to one Unicode form and removes invisible characters', () => {
    expect(readKeyLines('CE\u0301U-\u202e1\u200e').keys).toEqual(['CÉU-1']);
    expect(readKeyLines('\ufeffCF-1\t\n').unreadableLine).toBeNull();
  });

  test.each(['\u0000', '\u0007', '\t', '\u001a', '\u007f', '\u0085', '\uffff'])(
    'reports the line that contains %j',
    (control) => {
      const lines = readKeyLines(`CF-1\n\nCF${control}-2\nCF-3`);
      expect(lines.unreadableLine).toBe(3);
      expect(problemOf(lines)).toContain('A linha 3 tem um caractere de controle');
    },
  );

  test('reports the first line that is too long, as editors count it', () => {
    expect(readKeyLines(`CF-1\n\n${'X'.repeat(200)}\n${'X'.repeat(201)}`).tooLongLine).toBe(4);
  });

  test('counts every line as new, repeated or empty', () => {
    const line = fc.constantFrom('', '  ', 'A', ' A ', 'B', 'C-1', 'ç');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const { keys, repeated, repeatedLines, emptyLines } = readKeyLines(`${lines.join('\n')}\nfim`);
        expect(keys.length + repeatedLines + emptyLines).toBe(lines.length + 1);
        expect(new Set(keys).size).toBe(keys.length);
        expect(repeated.every((key) => keys.includes(key))).toBe(true);
        expect(repeatedLines).toBeGreaterThanOrEqual(repeated.length);
      }),
    );
  });
});

describe('the request to add keys', () => {
  const problems = (value: unknown) =>
    z.safeParse(AddKeys, value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

  test('requires a product and at least one key', () => {
    expect(problems({ productId: 'lote', keys: 'A' })).toEqual([]);
    expect(problems({ productId: '', keys: ' \n ' })).toEqual([`productId: ${NO_PRODUCT}`, `keys: ${NO_KEYS}`]);
    expect(problems({})).toEqual([`productId: ${NO_PRODUCT}`, `keys: ${NO_KEYS}`]);
  });

  test('limits the number of keys per call', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `K${index}`).join('\n');
    expect(problems({ productId: 'lote', keys: many(MAX_KEYS) })).toEqual([]);
    expect(problems({ productId: 'lote', keys: many(MAX_KEYS + 1) })).toEqual([
      'keys: São no máximo 10.000 chaves por vez. Divida a lista e adicione em partes.',
    ]);
    expect(problems({ productId: 'lote', keys: `A\n${'B'.repeat(201)}` })).toEqual([
      'keys: A linha 2 tem mais de 200 caracteres. Deixe uma chave por linha.',
    ]);
  });
});

describe('with 100,000 keys', () => {
  let folder: string;
  let database: OpenSqlite;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keys-'));
    await layNewestDatabase(`${folder}/store.sqlite`);
    database = openSqlite(`file:${folder}/store.sqlite`);
    await sql`insert into products (id, name, description, "priceCents", status, image, "systemRequirements", "isFeatured",
        "downloadUrl", "requiresActivation", "createdAt", "updatedAt")
      select 'p' || value, 'Produto ' || value, '', 100, 'active', '', '', 0, '', 1, '2026', '2026' from json_each('[0,1,2]')`.execute(
      database.db,
    );
    await sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < 100000)
      insert into "activationKeys" (id, "productId", key, "createdAt")
      select 'k' || n, 'p' || (n % 3), 'CF-' || n, '2026-01-01' from number`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  test('a sale takes its key by an index', async () => {
    const taker = { productId: 'p1', itemId: 'none', now: '2026' };
    const plan = await planOf((db) => assignActivationKey(db, taker));
    expect(plan).toContain('USING INDEX activationKeysAvailableOfProduct (productId=?)');
    expect(plan).not.toContain('SCAN');
  });

  test.each([
    ['all', {}, 'createdAt', 'activationKeysByCreation'],
    ['all, by key', {}, 'key', 'activationKeysByKey'],
    ['a product’s', { productId: 'p1' }, 'createdAt', 'activationKeysByProduct'],
    ['the free ones', { status: 'available' }, 'createdAt', 'activationKeysAvailable'],
    ['the assigned ones', { status: 'assigned' }, 'createdAt', 'activationKeysByCreation'],
    ['the assigned ones, by key', { status: 'assigned' }, 'key', 'activationKeysByKey'],
    [
      'the revoked ones of a product',
      { status: 'revoked', productId: 'p1' },
      'createdAt',
      'activationKeysRevokedOfProduct',
    ],
  ] as const)('a page of %s is read from an index without sorting', async (_, filter, sort, index) => {
    const wanted = { filter: { status: null, productId: null, machines: null, q: '', ...filter }, now: '2026' };
    const slice = { order: 'desc', limit: 10, offset: 0 } as const;
    const plan = await planOf((db) => listKeyIds(db, wanted, sort, { slice, strategy: 'sort-matches' }));
    expect(plan).toMatch(new RegExp(`INDEX ${index}\\b`));
    expect(plan).not.toContain('TEMP B-TREE');
  });

  /** Returns how SQLite goes about a statement. */
  async function planOf(query: (db: OpenSqlite['db']) => Promise<unknown>): Promise<string> {
    const plans: string[] = [];
    const explain = (text: string, parameters: readonly unknown[]) => {
      const rows = database.sqlite
        .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
        .all(...parameters);
      plans.push(...rows.map(({ detail }) => detail));
    };
    const { db } = database;
    const watching = db.withPlugin({
      transformQuery({ node, queryId }) {
        const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId);
        // A prepared statement gets its values when it is executed.
        if (!parameters.some((parameter) => typeof parameter === 'symbol')) explain(text, parameters);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const execute = watching.executeQuery.bind(watching);
    watching.executeQuery = (prepared) => {
      if ('sql' in prepared) explain(prepared.sql, prepared.parameters);
      return execute(prepared);
    };
    // The plan is all that is wanted: a purchase that there is none of is refused.
    await query(watching).catch(() => undefined);
    return plans.join('\n');
  }
});
