import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carryOver } from '#db/backup/restore-carry-over.ts';
import { copyDatabase, openCopy } from '#db/client.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '#src/domain/access/api-tokens.ts';
import { createHook } from '#src/domain/hooks/hooks.ts';
import { sendDueHooks } from '#src/domain/hooks/send-hooks.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openTestShop, sell } from '../../support/store/shop.ts';

const OWNER = { id: 'owner', showsKeys: true };

/** What a restored shop knows of what it told, of the sales that it had and of those since. */
test.each([
  ['with the database of before', true, ['done', 'done', 'waiting'], ['Sem uso', 'Vazado']],
  ['without it', false, ['given_up'], ['Sem uso']],
])('a restore %s tells nothing twice, and loses what it can know', async (_, isFormerRead, states, revoked) => {
  const house = await openTestShop();
  const told: string[] = [];
  const shop: Shop = { ...house.shop, hookCalls: collectingCalls(told) };
  const { id } = await createHook(shop, OWNER, {
    kind: 'standard',
    description: 'Planilha',
    url: 'https://planilha.exemplo.com.br/',
    events: ['sale.paid'],
  });
  for (const name of ['n8n', 'Vazado', 'Sem uso']) await createApiToken(shop, OWNER, { name, scopes: ['sales:read'] });
  const revoke = async (name: string) => {
    const token = (await listApiTokens(shop)).find((one) => one.name === name);
    await revokeApiToken(shop, OWNER, token?.id ?? '');
  };
  await revoke('Sem uso');
  await sell(shop, 'grade-cinema');
  const backupAt = new Date().toISOString();
  const backup = join(house.file, '..', 'backup.sqlite');
  await copyDatabase(house.file, backup);

  await sell(shop, 'grade-cinema');
  await sendDueHooks(shop);
  expect(told).toHaveLength(2);
  await sell(shop, 'grade-cinema');
  await revoke('Vazado');

  const restored = openCopy(backup);
  const since = { areKeysFree: false, backupAt };
  expect(carryOver(restored, isFormerRead ? house.file : null, since)).toMatchObject({ isFormerRead });
  const deliveries = restored
    .prepare('SELECT state FROM "hookDeliveries" WHERE "hookId" = ? ORDER BY "createdAt"')
    .pluck();
  expect(deliveries.all(id)).toEqual(states);
  const waiting = restored
    .prepare<[], string>(`SELECT "eventId" FROM "hookDeliveries" WHERE state = 'waiting'`)
    .pluck();
  expect(waiting.all().filter((event) => told.includes(event))).toEqual([]);
  const gone = restored.prepare('SELECT name FROM "apiTokens" WHERE "revokedAt" IS NOT NULL ORDER BY name').pluck();
  expect(gone.all()).toEqual(revoked);
  restored.close();
  await house.close();
});

function collectingCalls(told: string[]): Shop['hookCalls'] {
  return {
    mayCall: () => true,
    async post({ signing }) {
      told.push(signing?.id ?? '');
      return { status: 204, failure: null, durationMs: 1, answer: '' };
    },
    close: async () => {},
  };
}
