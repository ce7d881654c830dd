import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { showPublicKeys } from '#src/domain/licenses/public-keys.ts';
import { PLAIN_TABLES } from '#src/domain/takeout/plain-tables.ts';
import { takeOut } from '#src/domain/takeout/take-out.ts';
import { zipOf } from '#src/http/responses/takeout-response.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';

const OWNER = { id: 'owner' };
const opened = openShopForFile();
let zip: Record<string, Uint8Array>;

async function take() {
  const { entries, fileName } = await takeOut({ ...opened.shop, limits: openLimits() }, OWNER);
  const bytes = new Uint8Array(await new Response(zipOf(entries)).arrayBuffer());
  return { fileName, files: unzipSync(bytes) };
}
const text = (path: string) => new TextDecoder().decode(zip[path]);
const rows = (path: string): Record<string, string>[] =>
  parse(text(path), { delimiter: ';', bom: true, columns: true });

beforeAll(async () => {
  zip = (await take()).files;
});

describe('the ZIP of a whole shop', () => {
  test('has a column for each line of colunas.csv, and a line for each column of its tables', async () => {
    const told = rows('colunas.csv').map((row) => `${row['Arquivo']}: ${row['Coluna']}`);
    const written = Object.keys(zip)
      .filter((path) => path.endsWith('.csv') && path !== 'colunas.csv')
      .flatMap((path) =>
        (parse(text(path), { delimiter: ';', bom: true, to: 1 })[0] as string[]).map((title) => `${path}: ${title}`),
      );
    expect(told.toSorted()).toEqual(written.toSorted());
    expect(new Set(told).size).toBe(told.length);
    expect(rows('colunas.csv').every((row) => row['O que diz'] !== '')).toBe(true);
  });

  test('has every row of every table that it carries', async () => {
    for (const { name, table } of PLAIN_TABLES) {
      const { count } = await opened.shop.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const deeds = name === 'auditoria' ? 1 : 0;
      expect(rows(`dados/${name}.csv`).length, name).toBeGreaterThanOrEqual(Number(count) - deeds);
    }
    const [money] = await opened.shop.db.selectFrom('coupons').selectAll().orderBy('id').limit(1).execute();
    expect(rows('dados/cupons.csv')[0]).toMatchObject({
      Código: money?.code,
      Ativo: money?.isActive === 1 ? 'Sim' : 'Não',
    });
  });

  test('has the very bytes of each file, and names them as the products do', async () => {
    const kept = await opened.shop.db.selectFrom('releaseFiles').select(['fileName', 'sha256']).execute();
    const files = Object.entries(zip).filter(([path]) => path.startsWith('arquivos/'));
    const hashes = files.map(([, bytes]) => createHash('sha256').update(bytes).digest('hex'));
    expect(kept.length).toBeGreaterThan(3);
    expect(hashes.toSorted()).toEqual(kept.map(({ sha256 }) => sha256).toSorted());
    const named = rows('produtos.csv').flatMap((row) => [
      ...(row['Arquivos'] ?? '').split('|'),
      ...(row['Imagens'] ?? '').split('|'),
    ]);
    expect(named.filter((path) => path !== '' && !zip[path])).toEqual([]);
    expect(Object.keys(zip).filter((path) => path.startsWith('imagens/')).length).toBeGreaterThan(1);
    expect(zip['FALTARAM.txt']).toBeUndefined();
  });

  test('has the public keys of tickets, and no secret of the shop', async () => {
    const { db } = opened.shop;
    expect(JSON.parse(text('chaves-publicas.json'))).toEqual(await showPublicKeys(opened.shop));
    const secrets = [
      ...(await db.selectFrom('users').select('passwordHash as secret').execute()),
      ...(await db.selectFrom('secrets').select('hash as secret').execute()),
      ...(await db.selectFrom('signingKeys').select('privateKey as secret').execute()),
      ...(await db.selectFrom('sessions').select('id as secret').execute()),
      ...(await db.selectFrom('buyerTokens').select('tokenHash as secret').execute()),
      ...(await db.selectFrom('machines').select('fingerprintHash as secret').execute()),
    ].map(({ secret }) => secret);
    expect(secrets.length).toBeGreaterThan(3);
    const all = Object.entries(zip)
      .filter(([path]) => !/^(?:arquivos|imagens)\//.test(path))
      .map(([path]) => text(path))
      .join('\n');
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  test('says which file it could not read, and is whole without it', async () => {
    const { db, soldFiles } = opened.shop;
    const lost = await db
      .selectFrom('releaseFiles')
      .select(['storedAs', 'fileName'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await soldFiles.delete(lost.storedAs);
    const { files } = await take();
    expect(new TextDecoder().decode(files['FALTARAM.txt'])).toContain(lost.fileName);
    expect(Object.keys(files)).toHaveLength(Object.keys(zip).length);
  });

  test('is noted in the trail, and made six times an hour', async () => {
    const shop = { ...opened.shop, limits: openLimits() };
    for (let time = 0; time < 6; time += 1) await takeOut(shop, OWNER);
    await expect(takeOut(shop, OWNER)).rejects.toMatchObject({ kind: 'too_many' });
    const deeds = await shop.db.selectFrom('audit').select('actorId').where('action', '=', 'backup.take_out').execute();
    expect(deeds.length).toBeGreaterThanOrEqual(6);
  });
});

test('each table is carried, or it is known why it stays', async () => {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    opened.shop.db,
  );
  const known = new Set([...PLAIN_TABLES.map(({ table }): string => table), ...Object.values(STAYS).flat()]);
  const isOurs = (name: string) => !/^sqlite_|^kysely_|Search(?:_|$)|Words$/.test(name);
  expect(tables.map(({ name }) => name).filter((name) => isOurs(name) && !known.has(name))).toEqual([]);
});

/** What an owner has no use for elsewhere, or may not carry. */
const STAYS = {
  secrets: ['secrets', 'encryptedSettings', 'signingKeys', 'sessions', 'apiTokens', 'buyerSessions', 'buyerTokens'],
  secretsOfLinks: [
    'partnerSessions',
    'partnerTokens',
    'openingCodes',
    'adminEmailChanges',
    'installationLinks',
    'hooks',
  ],
  waysIn: ['invitations', 'passkeys', 'codeApps', 'recoveryCodes', 'signInChallenges', 'knownDevices', 'accountAlerts'],
  deliveries: ['shopEvents', 'hookDeliveries', 'webhookInbox', 'outbox', 'mailKinds', 'mailAccounts', 'mailTests'],
  notices: [
    'announcements',
    'reviewNotices',
    'reminderOptOuts',
    'notifications',
    'notifiedDevices',
    'declinedNotifications',
    'quietHours',
  ],
  booksOfTheBank: [
    'bankAccounts',
    'chosenBanks',
    'bankCharges',
    'bankPayments',
    'bankSweeps',
    'bankWindows',
    'bankDifferences',
    'sandboxCharges',
  ],
  figuresThatAreAddedUpAgain: [
    'tallies',
    'tallyChanges',
    'salesByHour',
    'salesByHourChanges',
    'reportParts',
    'keptReports',
    'changedHours',
    'offersShown',
    'auditCounter',
    'productFigures',
  ],
  theRunningOfThisShop: [
    'installation',
    'installationSteps',
    'backups',
    'certificates',
    'challenges',
    'incidents',
    'restores',
    'schemaFloor',
    'leadership',
    'instances',
    'idempotentCalls',
    'refusedSignIns',
    'fileTransfers',
    'openPurchases',
    'movedPurchases',
    'savedViews',
  ],
  importsFromElsewhere: [
    'imports',
    'importLines',
    'importSales',
    'importProblems',
    'importedCustomers',
    'importedProducts',
  ],
  shownByTheirNames: ['settings'],
};
