import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '#src/domain/buyers/access-tokens.ts';
import { clearOldAccesses } from '#src/domain/buyers/clear-old-accesses.ts';
import { drawOpeningCode, openByCode } from '#src/domain/buyers/opening-codes.ts';
import { findSignedInBuyer, renewBuyerSession } from '#src/domain/buyers/sessions.ts';
import { requestLink, signInBuyer } from '#src/domain/buyers/sign-in.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import type { Shop } from '#src/domain/shop.ts';
import { tokenOf } from '#src/domain/tokens.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const ANA = 'ana@exemplo.com.br';
const OWNER = { id: 'owner' };

const opened = openShopForEachTest();
let shop: Shop;
let now: number;

beforeEach(async () => {
  now = Date.now();
  shop = opened.with({ clock: { now: () => new Date(now) } });
});

let networks = 0;
/** Each from another network, so that only the limit of the address counts. */
const ask = (email: string) => requestLink(shop, { email }, `network ${++networks}`);
const enter = (proof: Parameters<typeof signInBuyer>[1]) => {
  networks += 1;
  return signInBuyer(shop, proof, `session ${networks}`, `network ${networks}`);
};
const tokens = () => shop.db.selectFrom('buyerTokens').selectAll().orderBy('expiresAt').execute();
const sessions = () => shop.db.selectFrom('buyerSessions').selectAll().execute();
const mails = () => shop.db.selectFrom('outbox').selectAll().where('kind', '=', 'sign_in').execute();
const newest = async () => {
  const token = (await tokens()).at(-1);
  if (!token) throw new Error('There is no token.');
  return { id: token.id, token: tokenOf(shop, token.id), code: codeOf(shop, token.id) };
};

describe('a link', () => {
  test('that two use at once lets one in', async () => {
    await sell(shop, 'lote');
    await ask(ANA);
    const { token, code } = await newest();
    const attempts = [{ token }, { token }, { email: ANA, code }, { token }].map((proof) => enter(proof));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
  });

  test('has a code that many guesses at once cannot reach', async () => {
    await sell(shop, 'lote');
    await ask(ANA);
    const { code } = await newest();
    const wrong = Array.from({ length: 12 }, (_, at) => String(at).padStart(6, '1')).filter((guess) => guess !== code);
    const guesses = wrong.map((guess) => enter({ email: ANA, code: guess }));
    expect((await Promise.allSettled(guesses)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await tokens()).toMatchObject([{ tries: 5, usedAt: null }]);
    await expect(enter({ email: ANA, code })).rejects.toMatchObject({ code: 'invalid_code' });
  });

  test('is written again the same for each attempt of its mail, and no more once it was used', async () => {
    await sell(shop, 'lote');
    await ask(ANA);
    const [mail] = await mails();
    const { token, code } = await newest();
    if (!mail) throw new Error('No mail was queued.');
    const letters = [
      await MAIL_HANDLERS[mail.kind].write(shop, mail),
      await MAIL_HANDLERS[mail.kind].write(shop, mail),
    ];
    const url = `${shop.settings.siteUrl}/minhas-compras/entrar?t=${token}`;
    for (const letter of letters) expect(letter).toMatchObject({ kind: 'sign_in', url, code, to: { email: ANA } });
    await enter({ token });
    expect(await MAIL_HANDLERS[mail.kind].write(shop, mail)).toBeUndefined();
  });

  test('lies in the database only as a hash, and is cleared away after its time', async () => {
    await sell(shop, 'lote');
    await ask(ANA);
    await ask('ninguem@exemplo.com.br');
    const { token, code } = await newest();
    const rows = JSON.stringify([await tokens(), await mails()]);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(`"${code}"`);
    now += DAY_MS;
    await shop.db.updateTable('outbox').set({ state: 'given_up' }).where('kind', '=', 'sign_in').execute();
    await clearOldAccesses(shop);
    expect([await tokens(), (await mails()).map(({ customerId }) => customerId === null)]).toEqual([[], [false]]);
  });
});

describe('a code that opens one purchase on a computer', () => {
  const draw = (purchaseId: string) => drawOpeningCode(shop, purchaseId, 'phone');
  const open = (code: string, network = `network ${++networks}`) =>
    openByCode(shop, { code: code.replace('-', '') }, network);
  const otherThan = (letter: string) => (letter === 'X' ? 'Y' : 'X');
  const wrong = (code: string) => `${code.slice(0, -1)}${otherThan(code.slice(-1))}`;
  const UNKNOWN = { kind: 'not_found' };

  test('opens its own purchase for one of many at once, as it may be typed', async () => {
    const [one, other] = [await sell(shop, 'lote'), await sell(shop, 'lote')];
    const codes = { one: await draw(one), other: await draw(other) };
    const typed = [codes.one, codes.one.replaceAll('0', 'O').replaceAll('1', 'L'), codes.one];
    const outcomes = await Promise.allSettled(typed.map((code) => open(code)));
    expect(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))).toEqual([
      { purchaseId: one },
    ]);
    await expect(open(codes.one)).rejects.toMatchObject(UNKNOWN);
    expect(await open(codes.other)).toEqual({ purchaseId: other });
  });

  test('ends with its fifth wrong try, whatever networks they come from', async () => {
    const id = await sell(shop, 'lote');
    const code = await draw(id);
    const guesses = Array.from({ length: 5 }, () => open(wrong(code)));
    expect((await Promise.allSettled(guesses)).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(open(code)).rejects.toMatchObject(UNKNOWN);
    expect(await open(await draw(id))).toEqual({ purchaseId: id });
  });

  test('is guessed five times from one network, which right codes cost nothing', async () => {
    const id = await sell(shop, 'lote');
    for (let turn = 0; turn < 6; turn += 1) expect(await open(await draw(id), 'office')).toEqual({ purchaseId: id });
    const code = await draw(id);
    for (let turn = 0; turn < 5; turn += 1) await expect(open('2'.repeat(8), 'office')).rejects.toMatchObject(UNKNOWN);
    await expect(open(code, 'office')).rejects.toMatchObject({ kind: 'too_many' });
    expect(await open(code, 'home')).toEqual({ purchaseId: id });
  });

  test('is guessed no more often from all networks together than one in centuries needs', async () => {
    const code = await draw(await sell(shop, 'lote'));
    for (let turn = 0; turn < 1_000; turn += 1) await shop.limits.take('openingTriesOfAll', 'all');
    await expect(open(code)).rejects.toMatchObject({ kind: 'too_many' });
  });

  test('lasts ten minutes or until the next one, lies in the database as a hash, and is cleared away', async () => {
    const id = await sell(shop, 'lote');
    const [former, code] = [await draw(id), await draw(id)];
    await expect(open(former)).rejects.toMatchObject(UNKNOWN);
    const rows = () => shop.db.selectFrom('openingCodes').selectAll().execute();
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain(code.slice(0, 4));
    now += 10 * MINUTE_MS;
    await expect(open(code)).rejects.toMatchObject(UNKNOWN);
    await clearOldAccesses(shop);
    expect(await rows()).toEqual([]);
  });
});

describe('whether an address buys here', () => {
  test('is told neither by the rows that its request writes nor by its time', async () => {
    await sell(shop, 'lote');
    const rows = async () => [(await tokens()).length, (await mails()).length];
    const timesOf = async () => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        for (const [kind, email] of [['known', ANA] as const, ['unknown', `n${turn}@exemplo.com.br`] as const]) {
          await shop.limits.forget('buyerLinks', email);
          const before = await rows();
          const startedAt = performance.now();
          await ask(email);
          times[kind].push(performance.now() - startedAt);
          expect(await rows()).toEqual(before.map((count) => count + 1));
        }
      }
      const [known, unknown] = [medianOf(times.known), medianOf(times.unknown)];
      return Math.max(known, unknown) / Math.min(known, unknown);
    };
    // Other work of the machine spoils one series; what the code tells shows in each.
    await expect.poll(timesOf).toBeLessThan(2);
  });
});

describe('a session', () => {
  test('lasts thirty days after the last visit, and ninety in all', async () => {
    await sell(shop, 'lote');
    await ask(ANA);
    const { token } = await newest();
    await enter({ token });
    const id = (await sessions())[0]?.id ?? '';
    const start = now;
    for (let day = 25; day < 90; day += 25) {
      now = start + day * DAY_MS;
      expect(await findSignedInBuyer(shop, id)).toMatchObject({ email: ANA, isToRenew: true });
      await renewBuyerSession(shop, id);
    }
    now = start + 90 * DAY_MS - 1_000;
    expect(await findSignedInBuyer(shop, id)).toMatchObject({ isToRenew: false });
    now = start + 90 * DAY_MS;
    expect(await findSignedInBuyer(shop, id)).toBeUndefined();
  });

  test('unused for thirty days is over', async () => {
    await sell(shop, 'lote');
    await ask(ANA);
    await enter({ token: (await newest()).token });
    now += 30 * DAY_MS;
    expect(await findSignedInBuyer(shop, (await sessions())[0]?.id ?? '')).toBeUndefined();
  });

  test('ends with the erasure that it races', async () => {
    await sell(shop, 'lote');
    await ask(ANA);
    const { token } = await newest();
    const id = await idOf(ANA);
    await Promise.allSettled([enter({ token }), removeCustomer(shop, OWNER, id)]);
    const [session] = await sessions();
    expect(session && (await findSignedInBuyer(shop, session.id))).toBeUndefined();
    expect(await tokens()).toEqual([]);
  });
});

const ROUNDS = 40;

async function idOf(email: string): Promise<string> {
  const row = shop.db.selectFrom('customers').select('id').where('email', '=', email);
  return (await row.executeTakeFirstOrThrow()).id;
}

function medianOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
