import { expect, test } from 'vitest';
import { carryOver } from '#db/backup/restore-carry-over.ts';
import { openCopy } from '#db/client.ts';
import { listChosenBanks } from '#db/queries/payments/chosen-banks.ts';
import { saveTypedBank } from '#src/domain/payments/choosing/chosen-bank.ts';
import { TypedBank } from '#src/wire/payments/typed-bank.ts';
import { openTestShop } from '../../support/store/shop.ts';

const OWNER = { id: 'dona' };
const account = (number: number) =>
  TypedBank.parse({ provider: 'mercadopago', accessToken: `APP_USR-1-2-3-${number}` });

test('a restore keeps the bank that charged since the backup, and that of the backup as a former one', async () => {
  const [backup, former] = await Promise.all([openTestShop(), openTestShop()]);
  await saveTypedBank(backup.shop, OWNER, account(100));
  await saveTypedBank(former.shop, OWNER, account(200));
  const restored = openCopy(backup.file);
  const since = { areKeysFree: false, backupAt: new Date().toISOString() };
  expect(carryOver(restored, former.file, since)).toMatchObject({ isFormerRead: true });
  restored.close();

  const banks = await listChosenBanks(backup.shop.db);
  expect(banks.map(({ isCurrent, value }) => [isCurrent, value !== null])).toEqual([
    [1, true],
    [0, true],
  ]);
  expect(banks[0]?.account).toBe(former.shop.pix.accountId);
  await Promise.all([backup.close(), former.close()]);
});
