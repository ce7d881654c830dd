import { beforeEach, describe, expect, test } from 'vitest';
import type { MailContent, WeeklySummaryMail } from '#src/domain/mail/content.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { declineSummaries, queueWeeklySummaries } from '#src/domain/upkeep/weekly-summary.ts';
import { previewSummary } from '#src/domain/upkeep/weekly-summary-mail.ts';
import { renderMail } from '#src/gateways/mail/render-mail.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import type { Accent } from '#src/wire/storefront/store-settings.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const SHOPFRONT = { storeName: 'Corte Final', siteUrl: '', communityUrl: '', logo: '', accent: 'orange' as Accent };
/** Days and hours of São Paulo, three hours behind. */
const at = (day: string, time: string) => Date.parse(`${day}T${time}-03:00`);
const MONDAY = '2031-06-09';

const opened = openShopForFile();
let shop: Shop;
let now = 0;
let letters: WeeklySummaryMail[] = [];

beforeEach(async () => {
  now = at(MONDAY, '08:00');
  letters = [];
  shop = openProcess();
  await shop.db.deleteFrom('outbox').execute();
  await shop.db.deleteFrom('declinedNotifications').execute();
});

function openProcess(): Shop {
  const send = async (letter: MailContent) => void (letter.kind === 'weekly_summary' && letters.push(letter));
  return {
    ...opened.with({ clock: { now: () => new Date(now) } }),
    mail: { ...opened.shop.mail, send },
    settings: { ...opened.shop.settings, isMailSent: true },
  };
}

async function look(...processes: Shop[]): Promise<void> {
  await Promise.all((processes.length > 0 ? processes : [shop]).map((each) => queueWeeklySummaries(each)));
  while ((await deliverDueMail(shop)) > 0);
}

async function sellAt(...times: number[]): Promise<void> {
  for (const time of times) {
    const id = await sell(opened.shop, 'grade-cinema');
    const sold = new Date(time).toISOString();
    await shop.db.updateTable('purchases').set({ createdAt: sold, completedAt: sold }).where('id', '=', id).execute();
  }
}

describe('the mail of Monday', () => {
  test('comes once a week from eight on, whichever processes look, and on no other day', async () => {
    for (const [day, time] of [
      ['2031-06-08', '23:59'],
      [MONDAY, '00:00'],
      [MONDAY, '07:59'],
      ['2031-06-10', '08:00'],
    ] as const) {
      now = at(day, time);
      await look();
    }
    expect(letters).toEqual([]);

    now = at(MONDAY, '08:00');
    await look(shop, openProcess(), openProcess());
    now = at(MONDAY, '21:30');
    await look(openProcess());
    expect(letters).toHaveLength(1);

    now = at('2031-06-16', '23:50');
    await look();
    expect(letters.map(({ days }) => days)).toEqual([
      { from: '2031-06-02', to: '2031-06-08' },
      { from: '2031-06-09', to: '2031-06-15' },
    ]);
  });

  test('is seen on any day as it would come, and asks nobody whether it may', async () => {
    now = at('2031-06-12', '23:59');
    const { id } = await shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
    const { html, text } = await previewSummary(shop, { id });
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(text).toContain('from=2031-06-02&to=2031-06-08');
    await expect(previewSummary(shop, { id: 'outra' })).rejects.toThrow('Sua conta não existe mais.');
    expect(letters).toEqual([]);
  });

  test('that could not leave on Monday leaves no more', async () => {
    now = at(MONDAY, '23:59');
    await queueWeeklySummaries(shop);
    now = at('2031-06-10', '00:00');
    await look();
    expect(letters).toEqual([]);
    expect(await shop.db.selectFrom('outbox').select(['state', 'lastError']).execute()).toEqual([
      { state: 'given_up', lastError: 'nothing_to_send' },
    ]);
  });

  test('needs mail that leaves, a sale, and an owner who did not decline it', async () => {
    await look({ ...shop, settings: { ...shop.settings, isMailSent: false } });
    expect(letters).toEqual([]);
    const sold = await shop.db
      .selectFrom('purchases')
      .select(['id', 'completedAt'])
      .where('completedAt', 'is not', null)
      .execute();
    expect(sold.length).toBeGreaterThan(0);

    await look();
    const token = letters[0]?.unsubscribeUrl.split('/').at(-1) ?? '';
    expect(await declineSummaries(shop, `${token}x`)).toBe(false);
    expect(await declineSummaries(shop, token)).toBe(true);
    now = at('2031-06-16', '08:00');
    await look();
    expect(letters).toHaveLength(1);
  });

  test('says each real that the statistics show, of the days from Monday to Sunday', async () => {
    const inside = [at('2031-06-02', '00:00'), at('2031-06-05', '12:00'), at('2031-06-08', '23:59')];
    await sellAt(...inside, at('2031-06-01', '23:59'), at(MONDAY, '00:00'));
    await look();
    const [letter] = letters;
    if (!letter) throw new Error('No letter came.');

    const shown = await showAnalytics(shop, { from: '2031-06-02', to: '2031-06-08' });
    const former = await showAnalytics(shop, { from: '2031-05-26', to: '2031-06-01' });
    expect(letter.week).toMatchObject({ revenue: shown.revenue, sales: 3, refunds: shown.refunds });
    expect(letter.before).toMatchObject({ revenue: former.revenue, sales: 1 });
    expect(letter.course.map(({ vendas }) => vendas > 0)).toEqual([true, false, false, true, false, false, true]);
    expect(letter.course.reduce((sum, { vendas }) => sum + Math.round(vendas * 100), 0)).toBe(
      Math.round(shown.revenue * 100),
    );
    const best = shown.products.toSorted((one, other) => other.revenue - one.revenue)[0];
    expect(letter.bestProduct).toEqual({ name: best?.name, revenue: best?.revenue });

    const { subject, text, html } = await renderMail(letter, SHOPFRONT);
    expect(subject).toBe(`Sua semana: ${formatReais(shown.revenue)} em 3 compras`);
    for (const part of [
      'Foi assim de 2 a 8 de junho: 200 % a mais',
      'Compras pagas: 3 · antes 1',
      'Dia a dia\nseg: R$',
    ]) {
      expect(text).toContain(part);
    }
    expect(html.match(/width:100%[^>]*>(?:\u00a0|&nbsp;)</g)).toHaveLength(3);
    expect(html.match(/<img[^>]*>/g)).toHaveLength(1);
  });

  test('is not sent by a shop that never sold', async () => {
    await shop.db
      .updateTable('purchases')
      .set({ status: 'FAILED', failureReason: 'expired', completedAt: null, refundedAt: null })
      .execute();
    await look();
    expect(letters).toEqual([]);
  });
});
