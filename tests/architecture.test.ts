import { describe, expect, it } from 'vitest';
import { findCircles } from './support/architecture/import-circles.ts';
import { findViolations } from './support/architecture/import-rules.ts';
import { listSources, readSource } from './support/architecture/source.ts';
import { findCirclesOfNouns, findClimbs, STOREYS } from './support/architecture/storeys.ts';

/** A step has a file there, and a noun. */
const ONE_FILE_EACH = ['db/migrations', 'db/tables'];

const breachesOf = (path: string, text: string) => findViolations(readSource(path, text));

describe('the layers', () => {
  it('keeps every import in its layer', async () => {
    const sources = await listSources('src', 'db');
    expect(sources.length).toBeGreaterThan(50);

    expect(sources.flatMap(findViolations)).toEqual([]);
  });

  it('has no circle of imports, types included', async () => {
    expect(findCircles(await listSources('src', 'db'))).toEqual([]);
  });

  it('lets no noun import one that stands above it, types included', async () => {
    expect(findClimbs(await listSources('src/domain'))).toEqual([]);
  });

  it.each(['src/wire', 'db/queries'])('has no circle between the nouns of %s', async (layer) => {
    expect(findCirclesOfNouns(await listSources(layer), layer)).toEqual([]);
  });

  it('has a room for each noun, none of which is crowded', async () => {
    const counts = new Map<string, number>();
    for (const { path } of await listSources(
      'db',
      'src/domain',
      'src/wire',
      'src/gateways',
      'src/http',
      'src/server',
      'src/islands',
      'src/client',
      'src/components',
      'tests/unit',
      'tests/api',
      'tests/e2e',
      'tests/support',
    )) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const hasRooms = (folder: string) =>
      /^(src|tests)\/[a-z0-9]+$|^db(\/queries|\/seed)?$|^src\/islands\/admin$|^src\/gateways\/files$/.test(folder);
    const crowded = [...counts]
      .filter(([folder]) => !ONE_FILE_EACH.includes(folder))
      .filter(([folder, count]) => count > (hasRooms(folder) ? 10 : 20));
    expect(counts.size).toBeGreaterThan(50);
    expect(crowded).toEqual([]);
  });

  it('lists its migrations by name, all of them, in their order', async () => {
    const sources = await listSources('db');
    const files = sources.filter(({ path }) => path.startsWith('db/migrations/')).map(({ path }) => path);
    const migrate = sources.find(({ path }) => path === 'db/migrate.ts');

    const listed = migrate?.imports.map(({ target }) => target).filter((target) => target.startsWith('db/migrations/'));
    expect(listed).toEqual(files);
    expect(migrate?.called).not.toContain('readdir');
    expect(migrate?.created).not.toContain('FileMigrationProvider');
  });
});

describe('the guard of the layers', () => {
  it.each([
    ['src/domain/a.ts', "import express from 'express';", 'express'],
    ['src/domain/a.ts', "import { Kysely } from 'kysely';", 'kysely'],
    ['src/domain/a.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
    ['src/domain/a.ts', "import { tables } from '#db/tables.ts';", 'except as types'],
    ['src/domain/a.ts', "export { openDatabase } from '#db/client.ts';", 'db/client.ts'],
    ['src/domain/a.ts', "const later = await import('../server/requests/app.ts');", 'src/server/requests/app.ts'],
    ['src/domain/a.ts', 'throw refusal(409);', '409'],
    ['src/domain/a.ts', "shop.db.selectFrom('products');", 'selectFrom'],
    ['src/domain/a.ts', 'sql`select 1`.execute(shop.db);', 'sql'],
    ['src/domain/a.ts', 'shop.db.transaction().execute(write);', 'inTransaction'],
    ['db/seed/a.ts', 'db.transaction().execute(write);', 'inTransaction'],
    ['src/domain/a.ts', 'const port = process.env.PORT;', 'process.env'],
    ['src/gateways/mail/a.ts', "import { refusal } from '#src/domain/refusals.ts';", 'except as types'],
    [
      'src/gateways/mail/a.ts',
      "import { findPurchase } from '#db/queries/purchases/purchases.ts';",
      'db/queries/purchases/purchases.ts',
    ],
    ['src/http/a.ts', "import type { Database } from '#db/tables.ts';", 'db/tables.ts'],
    ['src/http/a.ts', "import { Lucia } from 'lucia';", 'lucia'],
    ['src/server/a.ts', "import BetterSqlite3 from 'better-sqlite3';", 'better-sqlite3'],
    ['src/server/a.ts', "import Page from '../pages/index.astro';", 'src/pages/index.astro'],
    [
      'src/pages/api/a.ts',
      "import { findProduct } from '#db/queries/products/products.ts';",
      'db/queries/products/products.ts',
    ],
    ['src/pages/api/a.ts', 'export const GET = () => new Response(null);', 'Response'],
    ['src/pages/a.astro', "---\nimport { Kysely } from 'kysely';\n---\n<p>oi</p>", 'kysely'],
    ['src/pages/a.astro', '---\n---\n<p>{process.env.SECRET}</p>', 'process.env'],
    ['src/components/a.astro', "<script>import { showStorefront } from '#db/client.ts';</script>", 'db/client.ts'],
    [
      'src/islands/a.tsx',
      "import { startPayment } from '#src/domain/payments/start-payment.ts';",
      'src/domain/payments/start-payment.ts',
    ],
    ['src/islands/a.tsx', "import { join } from 'node:path';", 'node:path'],
    [
      'src/islands/ui/a.tsx',
      "import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';",
      'src/islands/admin/form/lazy-dialog.tsx',
    ],
    ['src/client/a.ts', "import { useState } from 'react';", 'react'],
    ['src/pages/a.ts', "import { tabIn } from '#src/islands/admin/list/use-tab-in-url.ts';", 'the hook'],
    ['src/wire/a.ts', "import { newId } from '../domain/ids.ts';", 'src/domain/ids.ts'],
    ['db/queries/a.ts', "import { formatCents } from '#src/wire/basics/money.ts';", 'except as types'],
    ['db/queries/a.ts', "import type { Shop } from '#src/domain/shop.ts';", 'src/domain/shop.ts'],
    ['src/utils/a.ts', 'export const a = 1;', 'no layer'],
  ])('names %s for: %s', (path, text, reason) => {
    const violations = breachesOf(path, text);

    expect(violations.length).toBeGreaterThan(0);
    expect(violations.join(' ')).toContain(path);
    expect(violations.join(' ')).toContain(reason);
  });

  it('names a circle, also one of types', () => {
    const sources = [
      readSource('src/domain/a.ts', "import { b } from './b.ts';"),
      readSource('src/domain/b.ts', "import { c } from '#src/domain/c.ts';"),
      readSource('src/domain/c.ts', "import type { A } from './a.ts';"),
      readSource('src/domain/d.ts', "import { a } from './a.ts';"),
    ];

    expect(findCircles(sources)).toEqual(['src/domain/a.ts -> src/domain/b.ts -> src/domain/c.ts -> src/domain/a.ts']);
  });

  it('names an import that climbs, also one of a type, and a circle of nouns', () => {
    const sources = [
      readSource('src/domain/keys/a.ts', "import type { Sale } from '../sales/b.ts';"),
      readSource('src/domain/sales/b.ts', "import { c } from '../coupons/c.ts';"),
      readSource('src/domain/coupons/c.ts', "import { a } from '../keys/a.ts';"),
      readSource('src/domain/shop.ts', "import type { Sale } from './sales/b.ts';"),
    ];

    expect(findClimbs(sources)).toEqual([
      'src/domain/keys/a.ts may not import src/domain/sales/b.ts, which stands above it.',
    ]);
    expect(findCirclesOfNouns(sources, 'src/domain')).toEqual(['keys -> sales -> coupons -> keys']);
  });

  it('has a storey for each noun of the domain', async () => {
    const rooms = (await listSources('src/domain')).map(({ path }) => path.split('/')[2]);
    expect(rooms.filter((room) => room && !room.endsWith('.ts') && !STOREYS.includes(room))).toEqual([]);
  });

  it.each([
    ['src/domain/a.ts', "import type { Database } from '#db/tables.ts'; import { createHash } from 'node:crypto';"],
    ['src/domain/a.ts', "// process.env, new Response and 404 in a comment\nconst text = 'kysely';"],
    ['src/http/sessions/session.ts', "import { Lucia } from 'lucia'; import type { Database } from '#db/tables.ts';"],
    ['src/pages/a.astro', '---\nimport Base from "#src/layouts/Base.astro";\n---\n<Base>{1 < 2 && "sim"}</Base>'],
    ['db/client.ts', "import BetterSqlite3 from 'better-sqlite3'; import { Kysely } from 'kysely';"],
  ])('lets %s be', (path, text) => {
    expect(breachesOf(path, text)).toEqual([]);
  });
});
