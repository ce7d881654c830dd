import { beforeEach, describe, expect, test } from 'vitest';
import { insertAudit } from '#db/queries/audit/audit.ts';
import type { IncidentMail, MailContent } from '#src/domain/mail/content.ts';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import type { BankCallOutcome } from '#src/domain/payments/watching/bank-health.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { watchBank, watchIncidents } from '#src/domain/upkeep/incidents.ts';
import { renderMail } from '#src/gateways/mail/render-mail.ts';
import { observeBank, openBankHealth } from '#src/server/shop/banks/bank-health.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Accent } from '#src/wire/storefront/store-settings.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';

const START = Date.parse('2026-03-02T13:05:00.000Z');
const SHOPFRONT = { storeName: 'Corte Final', siteUrl: '', communityUrl: '', logo: '', accent: 'orange' as Accent };

const opened = openShopForFile();
let shop: Shop;
let now = START;
let percent = 50;
let letters: IncidentMail[] = [];

beforeEach(async () => {
  [now, percent, letters] = [START, 50, []];
  shop = openProcess();
  await shop.db.deleteFrom('outbox').execute();
  await shop.db.deleteFrom('incidents').execute();
  await noteBackup('backup.create');
});

/** Another process, or the same one started again, knows what the database knows. */
function openProcess(): Shop {
  const clock = { now: () => new Date(now) };
  const send = async (letter: MailContent) => void (letter.kind === 'incident' && letters.push(letter));
  return {
    ...opened.with({ clock }),
    mail: { ...opened.shop.mail, send },
    disk: { readSpace: async () => ({ freeBytes: percent, totalBytes: 100 }) },
    bankHealth: openBankHealth(clock),
  };
}

async function look(...processes: Shop[]): Promise<void> {
  await Promise.all(processes.map((each) => watchIncidents(each)));
  await Promise.all(processes.map((each) => watchBank(each)));
  while ((await deliverDueMail(shop)) > 0);
}

const told = () => letters.map(({ about, endedAt }) => `${about.subject} ${endedAt === null ? 'begins' : 'ends'}`);

describe('an incident', () => {
  test('is told once when it begins and once when it is over, whichever processes look', async () => {
    await look(shop);
    percent = 9;
    await look(shop, openProcess(), openProcess());
    now += MINUTE_MS;
    await look(openProcess());
    expect(told()).toEqual(['disk begins']);

    percent = 11;
    await look(shop);
    expect(told()).toEqual(['disk begins']);
    percent = 12;
    await look(shop, openProcess());
    expect(told()).toEqual(['disk begins', 'disk ends']);
    expect(letters[1]).toMatchObject({ beganAt: '02/03/2026 10:05', endedAt: '02/03/2026 10:06' });
  });

  test('that comes again within a day is told after it, where it still lasts', async () => {
    for (const free of [9, 50, 9, 50]) {
      percent = free;
      await look(shop);
      now += HOUR_MS;
    }
    expect(told()).toEqual(['disk begins', 'disk ends']);

    percent = 9;
    await look(shop);
    now = START + DAY_MS;
    await look(shop);
    expect(told()).toEqual(['disk begins', 'disk ends', 'disk begins']);
    expect(letters[2]?.beganAt).toBe('02/03/2026 14:05');
  });

  test('that is over before its mail could leave is told by one mail', async () => {
    percent = 9;
    await watchIncidents(shop);
    percent = 50;
    await look(shop);
    expect(told()).toEqual(['disk ends']);
  });
});

describe('a backup', () => {
  test('that failed is told until one is made', async () => {
    now += MINUTE_MS;
    await noteBackup('backup.fail');
    await look(shop);
    expect(letters).toEqual([
      expect.objectContaining({ about: { subject: 'backup', hasFailed: true, madeAt: '02/03/2026 10:05' } }),
    ]);
    now += MINUTE_MS;
    await noteBackup('backup.create');
    await look(shop);
    expect(told()).toEqual(['backup begins', 'backup ends']);
  });

  test('that is older than seven days is told, unless the shop takes no money', async () => {
    const earning = { ...shop, settings: { ...shop.settings, isSandbox: false } };
    now += 7 * DAY_MS;
    await look(earning);
    now += MINUTE_MS;
    await look(shop);
    expect(letters).toEqual([]);
    await look(earning);
    expect(letters).toMatchObject([{ about: { hasFailed: false } }]);
  });
});

describe('the bank', () => {
  test.each([
    ['does not answer', 'read', 'unavailable'],
    ['gives no clear answer to orders', 'create', 'unclear'],
    ['refuses every order', 'create', 'refused'],
  ] as const)('is away where it %s for five minutes, three times or more', async (_, call, outcome) => {
    for (const minute of [0, 4, 5]) {
      now = START + minute * MINUTE_MS;
      expect(told()).toEqual([]);
      shop.bankHealth.note(call, outcome, 0);
      await look(shop);
    }
    expect(letters).toMatchObject([
      { beganAt: '02/03/2026 10:05', about: { subject: 'bank', bankName: 'Banco de teste' } },
    ]);

    // Another process, which never asked it, knows nothing of it.
    await look(openProcess());
    expect(told()).toEqual(['bank begins']);
    shop.bankHealth.note('create', 'created', 0);
    await look(shop);
    expect(told()).toEqual(['bank begins', 'bank ends']);
  });

  test('is not away for a moment, or where it answers in between', async () => {
    for (const outcome of [
      'unavailable',
      'unavailable',
      'unavailable',
      'found',
      'unavailable',
      'unavailable',
    ] as const) {
      shop.bankHealth.note('read', outcome, 0);
      now += 2 * MINUTE_MS;
      await look(shop);
    }
    expect(letters).toEqual([]);
  });

  test('that answers questions and refuses orders is away', async () => {
    for (const minute of [0, 3, 6]) {
      now = START + minute * MINUTE_MS;
      shop.bankHealth.note('create', 'refused', 0);
      shop.bankHealth.note('read', 'found', 0);
    }
    await look(shop);
    expect(told()).toEqual(['bank begins']);
  });

  test('is heard with each call', async () => {
    const heard: [string, BankCallOutcome][] = [];
    const failing: PixProvider = {
      ...opened.sandbox,
      readCharge: async () => ({ outcome: 'unavailable', reason: 'ECONNREFUSED', retryAfterMs: null }),
      cancelCharge: () => Promise.reject(new Error('not certain')),
    };
    const bank = observeBank(failing, (call, outcome) => void heard.push([call, outcome]));
    const charge = { reference: 'a'.repeat(32), providerChargeId: null };
    expect(await bank.readCharge(charge)).toMatchObject({ outcome: 'unavailable' });
    await expect(bank.cancelCharge(charge)).rejects.toThrow('not certain');
    await bank.listPayments({ from: new Date(START), to: new Date(now) }, new Date(now));
    expect(heard).toEqual([
      ['read', 'unavailable'],
      ['cancel', 'failed'],
      ['list', 'found'],
    ]);
  });
});

test('each mail says what happened and what to do', async () => {
  await noteBackup('backup.fail');
  percent = 7;
  for (const minute of [0, 3, 6]) {
    now = START + minute * MINUTE_MS;
    shop.bankHealth.note('read', 'unavailable', 0);
  }
  await look(shop);
  const mails = await Promise.all(letters.map((letter) => renderMail(letter, SHOPFRONT)));
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'O backup da loja falhou',
    'O banco não está atendendo a loja',
    'O disco da loja está quase cheio: 7 % livres',
  ]);
  expect(mails.map(({ text }) => text).join('\n')).toMatch(
    /Em Configurações, Backup[\s\S]*Desde 02\/03\/2026 10:05|Desde 02\/03\/2026 10:05[\s\S]*Em Configurações, Backup/,
  );
});

async function noteBackup(action: 'backup.create' | 'backup.fail'): Promise<void> {
  const subject = { actorId: 'command', entity: 'backup', entityId: 'all', fields: '[]' };
  await insertAudit(shop.db, { at: new Date(now).toISOString(), action, ...subject });
}
