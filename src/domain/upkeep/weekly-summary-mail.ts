import { findAdministrator } from '#db/queries/access/users.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { can, type Role } from '#src/wire/access/roles.ts';
import { dayOf, shiftDay } from '#src/wire/basics/dates.ts';
import { mondayOf } from '#src/wire/basics/periods.ts';
import type { Days } from '#src/wire/reports/figures.ts';
import type { Attention } from '#src/wire/upkeep/attention.ts';
import type { Actor } from '../audit/audit.ts';
import type { WeeklySummaryMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { WrittenMail } from '../mail/mailer.ts';
import { notFound } from '../refusals.ts';
import { showAnalytics } from '../reports/analytics.ts';
import { showOrigins } from '../reports/origins.ts';
import { showFigures } from '../reports/sales-figures.ts';
import type { Shop } from '../shop.ts';
import { showAttention } from './attention.ts';
import { declineSummariesUrl, type OrderedSummary, wantsSummary } from './weekly-summary.ts';

export const WEEKLY_SUMMARY_MAIL = { weekly_summary: { write: writeSummary } } satisfies Partial<MailHandlers>;

/** Nothing is said once Monday is over. */
async function writeSummary(shop: Shop, mail: OutboxRow): Promise<WeeklySummaryMail | undefined> {
  const { userId, monday }: OrderedSummary = JSON.parse(mail.payload ?? '{}');
  const owner = await findAdministrator(shop.db, userId);
  if (
    !owner ||
    !can(owner.role, 'readReports') ||
    dayOf(shop.clock.now()) !== monday ||
    !(await wantsSummary(shop, userId))
  )
    return undefined;
  return summaryOf(shop, mail, { ...owner, id: userId }, monday);
}

/** The mail of this week's Monday, as it would say it now. */
export async function previewSummary(shop: Shop, { id }: Actor): Promise<WrittenMail> {
  const owner = await findAdministrator(shop.db, id);
  if (!owner) throw notFound('Sua conta não existe mais.');
  const monday = mondayOf(dayOf(shop.clock.now()));
  return shop.mail.render(await summaryOf(shop, { dedup: '' }, { ...owner, id }, monday));
}

type Owner = Parameters<typeof addressMail>[2] & { id: string; role: Role | null };

async function summaryOf(
  shop: Shop,
  mail: Pick<OutboxRow, 'dedup'>,
  owner: Owner,
  monday: string,
): Promise<WeeklySummaryMail> {
  return {
    kind: 'weekly_summary',
    ...addressMail(shop, mail, owner),
    ...(await readWeek(shop, owner.role, { from: shiftDay(monday, -7), to: shiftDay(monday, -1) })),
    unsubscribeUrl: await declineSummariesUrl(shop, owner.id),
  };
}

/** The figures are those that the screens show for the same days. */
async function readWeek(shop: Shop, role: Role | null, days: Days) {
  const { from, to } = days;
  const [week, before, { rows }, { days: course }, attention] = await Promise.all([
    showAnalytics(shop, days),
    showAnalytics(shop, { from: shiftDay(from, -7), to: shiftDay(to, -7) }),
    showOrigins(shop, days, 'source'),
    showFigures(shop, days),
    showAttention(shop, role),
  ]);
  return {
    days,
    week,
    before,
    bestProduct: bestOf(week.products.filter(({ kind }) => kind === 'plugin')),
    bestSource: bestOf(rows.map(({ label, revenue }) => ({ name: label, revenue }))),
    course: course ?? [],
    waiting: waitingOf(attention),
    analyticsUrl: `${shop.settings.siteUrl}/admin/analytics?from=${from}&to=${to}`,
  };
}

function waitingOf({ items, total }: Attention): WeeklySummaryMail['waiting'] {
  const first = items.slice(0, 3);
  const rest = first.reduce((left, { count }) => left - count, total);
  return { count: total, titles: first.map(({ title }) => title), rest };
}

type Earning = { name: string; revenue: number };

function bestOf(rows: Earning[]): Earning | null {
  const [best] = rows.toSorted((one, other) => other.revenue - one.revenue);
  return best && best.revenue > 0 ? { name: best.name, revenue: best.revenue } : null;
}
