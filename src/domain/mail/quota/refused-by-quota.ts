import { listMailAccounts } from '#db/queries/mail/mail-accounts.ts';
import { countMailSentSince, findNextRetry } from '#db/queries/mail/mail-quota.ts';
import type { MailAccountRow } from '#db/tables/mail.ts';
import { clockText } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { type MailQuota, QUOTA_REFUSED } from '#src/wire/mail/mail.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import type { Shop } from '../../shop.ts';
import { keptOf, noticeQuotaOf } from './mail-quota.ts';

export async function quotaItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  const refusals = await listRefusals(shop, now);
  return refusals.map(({ account, title, text }) => ({
    id: `mail_quota:${account}`,
    tone: account === 'shop' ? 'danger' : 'warning',
    title,
    detail: text,
    href: settingsAddress('mail'),
    action: 'Ver e-mails',
  }));
}

export async function showMailQuota(shop: Shop): Promise<MailQuota> {
  const now = shop.clock.now();
  const [refusal] = await listRefusals(shop, now);
  const { mailPerHour, mailPerDay, hasNoticeAccount } = shop.settings;
  const { lanes, spans } = noticeQuotaOf(shop.settings);
  return {
    refusal: refusal ? { title: refusal.title, text: refusal.text } : null,
    spans: await Promise.all(
      spans.map(async ({ ms }) => {
        const limit = ms === DAY_MS ? mailPerDay : mailPerHour;
        const since = new Date(now.getTime() - ms).toISOString();
        return {
          name: ms === DAY_MS ? 'Nas últimas 24 horas' : 'Nos últimos 60 minutos',
          sent: await countMailSentSince(shop.db, { lanes, since, most: limit }),
          limit,
          kept: hasNoticeAccount ? 0 : keptOf(limit),
        };
      }),
    ),
  };
}

/** A refusal of more than a day ago, after which nothing was tried, says nothing any more. */
async function listRefusals({ db }: Shop, now: Date) {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const accounts = await listMailAccounts(db);
  const refused = accounts.filter(({ refusedAt }) => refusedAt !== null && refusedAt > dayAgo);
  return Promise.all(
    refused.map(async (row) => ({
      account: row.account,
      title:
        row.account === 'shop' ? 'A conta de e-mail atingiu o limite do dia' : 'A conta dos avisos atingiu o limite',
      text: [row.account === 'shop' ? await retryText(db, now) : OTHER_ACCOUNT, noticeText(row, now)]
        .filter(Boolean)
        .join(' '),
    })),
  );
}

async function retryText(db: Shop['db'], now: Date): Promise<string> {
  const next = await findNextRetry(db, QUOTA_REFUSED);
  if (next === null) return 'Recibos e chaves são tentados assim que entram na fila.';
  if (next <= now.toISOString()) return 'Recibos e chaves são tentados de novo agora.';
  return `Recibos e chaves são tentados de novo ${clockText(next, now)}.`;
}

function noticeText({ noticesFrom }: MailAccountRow, now: Date): string {
  return noticesFrom && noticesFrom > now.toISOString() ? `Os avisos seguem ${clockText(noticesFrom, now)}.` : '';
}

const OTHER_ACCOUNT = 'Recibos e chaves saem por outra conta.';
