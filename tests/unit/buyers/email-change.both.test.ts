import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmNewEmail, requestNewEmail, stopNewEmail } from '#src/domain/buyers/change-email.ts';
import { chooseMail } from '#src/domain/buyers/personal-data.ts';
import { listBuyerPurchases } from '#src/domain/buyers/purchases.ts';
import { findSignedInBuyer } from '#src/domain/buyers/sessions.ts';
import { requestLink, signInBuyer } from '#src/domain/buyers/sign-in.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Shop } from '#src/domain/shop.ts';
import { tokenOf } from '#src/domain/tokens.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';

const opened = openShopForFile();
let shop: Shop;
let serial = 0;

beforeAll(async () => {
  shop = opened.shop;
});

const nextNetwork = () => `network ${++serial}`;

async function order(customerName: string, customerEmail: string): Promise<string> {
  const wanted = { customerName, customerEmail, paymentMethod: 'pix', productId: 'lote' } as const;
  return (await startPayment(shop, wanted, { idempotencyKey: null, clientNetwork: nextNetwork() })).purchaseId;
}

/** Returns undefined where no link would be sent. */
async function enter(email: string): Promise<string | undefined> {
  await shop.limits.forget('buyerLinks', email);
  await requestLink(shop, { email }, nextNetwork());
  const token = await newestToken('sign_in');
  if (!token?.customerId) return undefined;
  const sessionId = `session ${++serial}`;
  await signInBuyer(shop, { token: tokenOf(shop, token.id) }, sessionId, nextNetwork());
  return sessionId;
}

async function newestToken(kind: 'sign_in' | 'new_email' | 'email_news') {
  const mail = shop.db.selectFrom('outbox').select('payload').where('kind', '=', kind).orderBy('id', 'desc');
  const { payload } = (await mail.executeTakeFirst()) ?? {};
  const tokens = shop.db.selectFrom('buyerTokens').selectAll();
  return tokens.where('id', '=', payload ?? '').executeTakeFirst();
}

async function ask(sessionId: string, email: string): Promise<boolean> {
  const buyer = await findSignedInBuyer(shop, sessionId);
  if (!buyer || buyer.email === email) return false;
  await shop.limits.forget('emailChanges', buyer.customerId);
  await shop.limits.forget('buyerLinks', email);
  await requestNewEmail(shop, buyer, { email });
  return true;
}

const confirm = (id: string, sessionId?: string) =>
  confirmNewEmail(shop, tokenOf(shop, id), { clientNetwork: nextNetwork(), sessionId });
const stop = (id: string) => stopNewEmail(shop, tokenOf(shop, id), nextNetwork());

async function seenIn(sessionId: string): Promise<string[]> {
  const buyer = await findSignedInBuyer(shop, sessionId);
  return buyer ? (await listBuyerPurchases(shop, buyer)).map(({ id }) => id) : [];
}

async function addressOf(purchaseId: string): Promise<string | null> {
  const rows = shop.db.selectFrom('purchases').select('customerEmail').where('id', '=', purchaseId);
  return (await rows.executeTakeFirstOrThrow()).customerEmail;
}

describe('an address that somebody else asks for', () => {
  test('keeps its purchases, whoever presses the button and whoever stops it', async () => {
    const [mine, hers] = [await order('Mallory', 'mallory@exemplo.com'), await order('Vera', 'vera@exemplo.com')];
    const session = (await enter('mallory@exemplo.com')) ?? '';
    await ask(session, 'vera@exemplo.com');
    const [asked, news] = [await newestToken('new_email'), await newestToken('email_news')];

    await confirm(asked?.id ?? '');

    expect(await seenIn(session)).toEqual([]);
    expect((await seenIn((await enter('vera@exemplo.com')) ?? '')).toSorted()).toEqual([mine, hers].toSorted());
    await stop(news?.id ?? '');
    expect([await addressOf(mine), await addressOf(hers)]).toEqual(['mallory@exemplo.com', 'vera@exemplo.com']);
    expect(await seenIn((await enter('mallory@exemplo.com')) ?? '')).toEqual([mine]);
    expect(await seenIn((await enter('vera@exemplo.com')) ?? '')).toEqual([hers]);
  });

  test('gets a mail that says what the press does, and no name', async () => {
    await order('Mallory dos Links', 'mallory2@exemplo.com');
    await order('Vera', 'vera2@exemplo.com');
    const session = (await enter('mallory2@exemplo.com')) ?? '';
    await ask(session, 'vera2@exemplo.com');
    const mails = shop.db.selectFrom('outbox').selectAll().where('kind', '=', 'new_email').orderBy('id', 'desc');
    const mail = await mails.executeTakeFirstOrThrow();
    const written = await MAIL_HANDLERS[mail.kind].write(shop, mail);
    expect(written).toMatchObject({
      kind: 'new_email',
      isCustomer: true,
      to: { name: '', email: 'vera2@exemplo.com' },
    });
  });

  test('shows nothing that is bought with it later to the sessions of who asked', async () => {
    await order('Mallory', 'mallory3@exemplo.com');
    const session = (await enter('mallory3@exemplo.com')) ?? '';
    await ask(session, 'vera3@exemplo.com');
    await confirm((await newestToken('new_email'))?.id ?? '');
    await order('Vera', 'vera3@exemplo.com');
    expect(await seenIn(session)).toEqual([]);
  });
});

test('a join keeps what either refused', async () => {
  await order('Ana', 'ana4@exemplo.com');
  await order('Ana', 'ana5@exemplo.com');
  const [one, other] = [(await enter('ana4@exemplo.com')) ?? '', (await enter('ana5@exemplo.com')) ?? ''];
  const buyers = [await findSignedInBuyer(shop, one), await findSignedInBuyer(shop, other)];
  if (buyers[0]) await chooseMail(shop, buyers[0], { wantsUpdates: false });
  if (buyers[1]) await chooseMail(shop, buyers[1], { wantsReminders: false });
  await ask(one, 'ana5@exemplo.com');
  await confirm((await newestToken('new_email'))?.id ?? '');
  expect(await findSignedInBuyer(shop, other)).toMatchObject({ wantsUpdates: false, wantsReminders: false });
});

describe('two people', () => {
  const person = fc.constantFrom(0, 1);
  const box = fc.constantFrom(0, 1);
  const index = fc.nat(5);
  const deed = fc.oneof(
    fc.record({ kind: fc.constant('buy' as const), who: person, box }),
    fc.record({ kind: fc.constant('enter' as const), who: person, box }),
    fc.record({ kind: fc.constant('ask' as const), who: person, index, whose: person, box }),
    fc.record({ kind: fc.constant('confirm' as const), index, isSignedIn: fc.boolean() }),
    fc.record({ kind: fc.constant('stop' as const), index }),
  );

  test('in any order of asking, confirming, stopping and entering never see or move what the other bought', async () => {
    const outcome = await fc.check(
      fc.asyncProperty(fc.array(deed, { minLength: 6, maxLength: 24 }), async (deeds) => {
        const run = ++serial;
        const address = (who: number, which: number) => `p${who}b${which}r${run}@exemplo.com`;
        const holderOf = (email: string) => Number(email[1]);
        const bought = new Map<string, number>();
        const sessions: { id: string; who: number }[] = [];
        const gifts = new Set<number>();
        for (const who of [0, 1]) bought.set(await order(`Pessoa ${who}`, address(who, 0)), who);
        const open = async (purpose: 'new_email' | 'stop_email') => {
          const tokens = shop.db.selectFrom('buyerTokens').selectAll().where('purpose', '=', purpose);
          const ofRun = tokens.where('formerEmail', 'like', `%r${run}@exemplo.com`).where('usedAt', 'is', null);
          return ofRun.orderBy('id').execute();
        };
        for (const each of deeds) {
          if (each.kind === 'buy') {
            bought.set(await order(`Pessoa ${each.who}`, address(each.who, each.box)), each.who);
          } else if (each.kind === 'enter') {
            const id = await enter(address(each.who, each.box));
            if (id) sessions.push({ id, who: each.who });
          } else if (each.kind === 'ask') {
            const mine = sessions.filter(({ who }) => who === each.who);
            const session = mine[each.index % Math.max(1, mine.length)];
            if (session) await ask(session.id, address(each.whose, each.box));
          } else {
            const tokens = await open(each.kind === 'confirm' ? 'new_email' : 'stop_email');
            const token = tokens[each.index % Math.max(1, tokens.length)];
            if (!token) continue;
            if (each.kind === 'stop') {
              await stop(token.id);
              continue;
            }
            const [from, to] = [holderOf(token.formerEmail ?? ''), holderOf(token.newEmail ?? '')];
            if (from !== to) gifts.add(from);
            const own = sessions.find(({ who }) => who === to);
            await confirm(token.id, each.isSignedIn ? own?.id : undefined);
          }
          for (const { id, who } of sessions) {
            const foreign = (await seenIn(id)).filter((seen) => bought.get(seen) !== who);
            // Nobody but who asked to give an address of the other gave something away.
            if (foreign.length > 0 && !gifts.has(1 - who)) return false;
          }
          for (const [id, who] of bought) {
            if (!gifts.has(who) && holderOf((await addressOf(id)) ?? '') !== who) return false;
          }
        }
        return true;
      }),
      { numRuns: RUNS },
    );
    expect(outcome.failed, fc.defaultReportMessage(outcome)).toBe(false);
  });
});

/** One after the other on either engine: SQLite looks at more of them in the same time. */
const RUNS = isOnPostgres() ? 15 : 40;
