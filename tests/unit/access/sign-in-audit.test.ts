import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '#db/client.ts';
import { auditCommand } from '#db/command-audit.ts';
import { logIn } from '#src/domain/access/login.ts';
import { recordCountedRefusals } from '#src/domain/access/sign-in-audit.ts';
import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import type { Shop } from '#src/domain/shop.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { actionText } from '#src/wire/audit/audit-text.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

const MINUTE = 60_000;
const OWNER = { email: 'admin@loja.local', password: 'senha-da-dona-42' };

const opened = openShopForEachTest();
let shop: Shop;
let now: number;
let addresses = 0;

beforeEach(async () => {
  now = Date.now();
  shop = opened.with({ clock: { now: () => new Date(now) } });
});

const guess = (email: string) => {
  addresses += 1;
  return expect(logIn(shop, { email, password: 'nao-e-esta' }, `198.51.100.${addresses}`)).rejects.toThrow(
    'Credenciais',
  );
};
/** Newest first, as its screen tells it. */
const told = async (query = 'kind=access') => {
  const { items } = await listAuditPage(shop, readListRequest(new URLSearchParams(query), AUDIT_LIST));
  return items.map((entry) => [entry.actorName, actionText(entry), entry.subject?.name ?? null]);
};

describe('refused sign-ins in the audit trail', () => {
  it('name the account of a failed one only for administrators, and store no other address', async () => {
    await guess(OWNER.email);
    await guess('quem.sera@exemplo.com.br');
    expect(await told()).toEqual([
      ['Desconhecido', 'Entrada recusada com e-mail desconhecido', null],
      ['Desconhecido', 'Entrada recusada na conta de', 'Administração'],
    ]);
    const rows = await shop.db.selectFrom('audit').selectAll().execute();
    const counts = await shop.db.selectFrom('refusedSignIns').selectAll().execute();
    expect(JSON.stringify([rows, counts])).not.toMatch(/quem\.sera|admin@|nao-e-esta|198\.51/);
  });

  it('limit failed ones to two entries per account in ten minutes, with their number', async () => {
    for (let turn = 0; turn < 12; turn += 1) await guess(`pessoa-${turn}@exemplo.com.br`);
    await recordCountedRefusals(shop);
    expect(await told()).toHaveLength(1);

    now += 10 * MINUTE;
    await recordCountedRefusals(shop);
    await recordCountedRefusals(shop);
    expect((await told()).map(([, text]) => text)).toEqual([
      'Mais 11 entradas recusadas com e-mail desconhecido',
      'Entrada recusada com e-mail desconhecido',
    ]);
    await guess('pessoa-0@exemplo.com.br');
    now += 10 * MINUTE;
    await recordCountedRefusals(shop);
    expect(await told()).toHaveLength(3);
  });
});

describe('a command line command', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trail-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('records itself whether the store is running or not', async () => {
    const databaseUrl = `file:${join(folder, 'store.sqlite')}`;
    await layNewestDatabase(join(folder, 'store.sqlite'));
    const open = openSqlite(databaseUrl);
    await auditCommand(databaseUrl, 'backup.create', async () => undefined);
    const books = { ...shop, db: open.db };
    const { items, total } = await listAuditPage(
      books,
      readListRequest(new URLSearchParams('kind=backup'), AUDIT_LIST),
    );
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ actorName: 'Comando no servidor', action: 'backup.create', fields: [] });
    await open.close();

    await auditCommand(databaseUrl, 'backup.restore', async () => undefined);
    const again = openSqlite(databaseUrl);
    const actions = await again.db.selectFrom('audit').select('action').orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(['backup.create', 'backup.restore']);
    await again.close();
  });
});
