import { findAdministrator, listTeamOf } from '#db/queries/access/users.ts';
import { insertDeclined, listDeclinedKinds } from '#db/queries/notifications/devices.ts';
import { hasEverSold } from '#db/queries/reports/dashboard.ts';
import { rolesWith } from '#src/wire/access/roles.ts';
import { dayOf, hourOf } from '#src/wire/basics/dates.ts';
import { mondayOf } from '#src/wire/basics/periods.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readSignedToken, signedToken } from '../mail/signed-links.ts';
import type { Shop } from '../shop.ts';

/** From eight on, for the rest of the day; the outbox takes the same one once, so that it may be ordered each minute. */
export async function queueWeeklySummaries(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const monday = dayOf(now);
  if (!shop.settings.isMailSent || monday !== mondayOf(monday) || hourOf(now) < FROM_HOUR) return;
  if (!(await hasEverSold(shop.db))) return;
  for (const { id } of await listTeamOf(shop.db, rolesWith('readReports'))) {
    if (await wantsSummary(shop, id)) await queueMail(shop.db, shop, weeklySummary({ userId: id, monday }));
  }
}

const FROM_HOUR = 8;

export type OrderedSummary = { userId: string; monday: string };

function weeklySummary(ordered: OrderedSummary) {
  return { kind: 'weekly_summary', payload: JSON.stringify(ordered) } as const;
}

export async function wantsSummary({ db }: Pick<Shop, 'db'>, userId: string): Promise<boolean> {
  return !(await listDeclinedKinds(db, userId)).includes('weekly_summary');
}

export async function declineSummariesUrl(shop: Pick<Shop, 'db' | 'settings'>, userId: string): Promise<string> {
  return `${shop.settings.siteUrl}/avisos/resumo/${await signedToken(shop, userId, WEEKLY_SUMMARIES)}`;
}

export async function declineSummaries(shop: Pick<Shop, 'db'>, token: string): Promise<boolean> {
  const userId = await readSignedToken(shop, token, WEEKLY_SUMMARIES);
  if (userId === null || !(await findAdministrator(shop.db, userId))) return false;
  await insertDeclined(shop.db, [{ userId, kind: 'weekly_summary' }]);
  return true;
}

/** What the links that decline them are signed for. */
export const WEEKLY_SUMMARIES = 'weekly summaries';
