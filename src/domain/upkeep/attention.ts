import { findOldestDue } from '#db/queries/upkeep/health.ts';
import { can, type Role } from '#src/wire/access/roles.ts';
import { agoText, formatDayTime } from '#src/wire/basics/dates.ts';
import { INVOICES_SCREEN } from '#src/wire/invoices/invoices.ts';
import { PROGRAM_SCREEN } from '#src/wire/partners/partners.ts';
import {
  ACTIVATION_KEYS,
  ATTENTION_KINDS,
  ATTENTION_ROWS,
  type Attention,
  type AttentionItem,
  type AttentionKind,
  type AttentionRow,
  INTEGRATIONS,
  REVIEWS,
  SALES,
  toAttention,
} from '#src/wire/upkeep/attention.ts';
import { verdictOf } from '#src/wire/upkeep/health-verdict.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { isTrailWhole, trailSentences } from '#src/wire/upkeep/trail-check.ts';
import { certificateItems } from '../address/certificate-attention.ts';
import { readTrailCheck } from '../audit/watch-trail.ts';
import { findLateness } from '../backups/continuous-copy.ts';
import { readCopyTrial } from '../backups/copy-trials.ts';
import { failingHookItems } from '../hooks/hook-attention.ts';
import { invoiceItems } from '../invoices/invoice-attention.ts';
import { lowKeyItems, waitingKeyItems } from '../keys/key-attention.ts';
import { failedMailItems } from '../mail/failed-mail-attention.ts';
import { quotaItems } from '../mail/quota/refused-by-quota.ts';
import { waitingApplicationItems } from '../partners/application-attention.ts';
import { BANK_UNREADABLE } from '../payments/live-banks.ts';
import { differenceItems } from '../payments/reconciling/difference-attention.ts';
import { reviewItems } from '../payments/review-attention.ts';
import { hiddenKitItems } from '../products/kit-attention.ts';
import { damagedFileItems } from '../releases/damaged-file-attention.ts';
import { pendingReviewItems } from '../reviews/review-attention.ts';
import type { Shop } from '../shop.ts';
import { withdrawalItems } from '../withdrawals/withdrawal-attention.ts';
import { BACKUP_DAYS, backupDueFrom, failureText, isFresh, readBackups } from './backups.ts';
import { type DiskSpace, freePercent, isDiskFull } from './disk.ts';
import { failoverItems } from './failover.ts';

/** Each noun hands over its rows, in the order in which they are shown. */
const SOURCES: Record<AttentionKind, (shop: Shop, now: Date) => Promise<AttentionRow[]>> = {
  failover: failoverItems,
  trail: trailItems,
  bank: unreadableBankItems,
  certificate: certificateItems,
  keys_waiting: waitingKeyItems,
  review: reviewItems,
  withdrawal: withdrawalItems,
  invoice: invoiceItems,
  keys_low: lowKeyItems,
  product_review: pendingReviewItems,
  partner_application: waitingApplicationItems,
  kit_hidden: hiddenKitItems,
  damaged_file: damagedFileItems,
  bank_differences: differenceItems,
  hook: failingHookItems,
  mail_quota: quotaItems,
  mail: failedMailItems,
  health: healthItems,
  backup: backupItems,
};

/** What the role may settle. Every screen asks, so each part reads an index of the few rows that wait. */
export async function showAttention(shop: Shop, role: Role | null): Promise<Attention> {
  const now = shop.clock.now();
  const kinds = (Object.keys(SOURCES) as AttentionKind[]).filter((kind) => can(role, ATTENTION_KINDS[kind].allow));
  const parts = await Promise.all(kinds.map(async (kind) => listItems(kind, await SOURCES[kind](shop, now))));
  return toAttention(parts.flat());
}

/** One row stands for those that are not listed. */
function listItems(kind: AttentionKind, rows: AttentionRow[]): AttentionItem[] {
  const { screen } = ATTENTION_KINDS[kind];
  const items = rows.map((row) => ({ count: 1, ...row, kind, screen }));
  const rest = items.slice(ATTENTION_ROWS - 1);
  if (rest.length <= 1) return items;
  const count = rest.reduce((sum, item) => sum + item.count, 0);
  const tone = rest.some((item) => item.tone === 'danger') ? 'danger' : 'warning';
  const more = { id: `${kind}:rest`, kind, count, tone, screen, ...REST[kind](count) } as const;
  return [
    ...items.slice(0, ATTENTION_ROWS - 1),
    { ...more, detail: 'Abra a lista para ver todos.', action: 'Ver todos' },
  ];
}

/** Kinds that have one row never get here. */
const REST: Record<AttentionKind, (count: number) => { title: string; href: string }> = {
  keys_waiting: (count) => ({
    title: `Mais ${count} produtos com compradores que esperam a chave`,
    href: ACTIVATION_KEYS,
  }),
  review: (count) => ({ title: `Mais ${count} vendas em análise`, href: `${SALES}?status=under_review` }),
  withdrawal: (count) => ({ title: `Mais ${count} desistências`, href: `${SALES}?status=withdrawal` }),
  invoice: (count) => ({ title: `Mais ${count} notas fiscais`, href: INVOICES_SCREEN }),
  keys_low: (count) => ({ title: `Mais ${count} produtos com poucas chaves`, href: ACTIVATION_KEYS }),
  product_review: (count) => ({ title: `Mais ${count} avaliações`, href: REVIEWS }),
  partner_application: (count) => ({ title: `Mais ${count} pedidos de parceria`, href: PROGRAM_SCREEN }),
  kit_hidden: (count) => ({ title: `Mais ${count} kits fora da loja`, href: '/admin/products' }),
  damaged_file: (count) => ({ title: `Mais ${count} arquivos que ninguém baixa`, href: '/admin/products' }),
  failover: (count) => ({ title: `Mais ${count} trocas do banco de dados`, href: HEALTH }),
  trail: (count) => ({ title: `Mais ${count} problemas da trilha de auditoria`, href: HEALTH }),
  bank: (count) => ({ title: `Mais ${count} bancos`, href: BANK }),
  certificate: (count) => ({ title: `Mais ${count} certificados`, href: settingsAddress('address') }),
  bank_differences: (count) => ({ title: `Mais ${count} diferenças com o banco`, href: SALES }),
  hook: (count) => ({ title: `Mais ${count} webhooks que falham`, href: INTEGRATIONS }),
  mail_quota: (count) => ({ title: `Mais ${count} contas de e-mail`, href: settingsAddress('mail') }),
  mail: (count) => ({ title: `Mais ${count} e-mails`, href: '/admin?abrir=emails' }),
  health: (count) => ({ title: `Mais ${count} sinais de saúde`, href: HEALTH }),
  backup: (count) => ({ title: `Mais ${count} backups`, href: BACKUP_SCREEN.href }),
};

const HEALTH = '/admin/settings?secao=saude';
const HEALTH_ROW = { href: HEALTH, action: 'Ver saúde' } as const;
const BANK = settingsAddress('bank');

async function trailItems({ db }: Shop): Promise<AttentionRow[]> {
  const check = await readTrailCheck(db);
  if (!check || isTrailWhole(check)) return [];
  const title = check.isKeyLost
    ? 'A trilha de auditoria não pode ser conferida'
    : 'A trilha de auditoria foi mudada por fora da loja';
  const detail = trailSentences(check).slice(0, 2).join(' ');
  return [{ ...HEALTH_ROW, id: 'trail', tone: 'danger', title, detail }];
}

async function unreadableBankItems({ pix }: Shop): Promise<AttentionRow[]> {
  if (!pix.isUnreadable) return [];
  return [
    {
      id: 'bank',
      tone: 'danger',
      title: 'A loja não vende: os segredos do banco não podem ser lidos',
      detail: BANK_UNREADABLE,
      href: BANK,
      action: 'Abrir o banco',
    },
  ];
}

async function healthItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  const [due, processes, space] = await Promise.all([
    findOldestDue(shop.db, now.toISOString()),
    shop.processes.list(),
    shop.disk.readSpace(),
  ]);
  const waitOf = (since: string | null) => (since === null ? null : now.getTime() - Date.parse(since));
  const waitingMs = { mail: waitOf(due.mail), webhooks: waitOf(due.webhooks), polls: waitOf(due.polls) };
  const { isFine, title, sentence } = verdictOf({ waitingMs, processes });
  return [
    ...(isFine ? [] : [{ ...HEALTH_ROW, id: 'health:work', tone: 'danger' as const, title, detail: sentence }]),
    ...(space && isDiskFull(space)
      ? [{ ...HEALTH_ROW, id: 'health:disk', tone: 'danger' as const, ...diskText(space) }]
      : []),
  ];
}

function diskText(space: DiskSpace): { title: string; detail: string } {
  return {
    title: `O disco da loja está quase cheio: ${freePercent(space)} % livres`,
    detail: 'Sem espaço a loja não anota vendas. Apague backups antigos deste disco, ou aumente-o.',
  };
}

const BACKUP_SCREEN = { href: settingsAddress('backup'), action: 'Ver backups' } as const;

/** A shop that never sold has nothing to lose yet. */
async function backupItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  const { madeAt, failure, isNightMissing } = await readBackups(shop);
  const row = { id: 'backup', tone: 'warning', ...BACKUP_SCREEN } as const;
  const late = await copyItems(shop);
  if (failure) return [{ ...row, title: `O backup de ${failureText(failure)}`, detail: failure.reason }, ...late];
  if (isFresh(madeAt, now) && !isNightMissing) return late;
  const since = await backupDueFrom(shop);
  if (since === null || (isFresh(since, now) && !isNightMissing)) return late;
  const title = madeAt ? `O último backup é de há ${agoText(madeAt, now)}` : 'A loja ainda não tem backup';
  return [{ ...row, title, detail: `Faça um ao menos a cada ${BACKUP_DAYS} dias.` }, ...late];
}

async function copyItems(shop: Shop): Promise<AttentionRow[]> {
  const late = findLateness(shop);
  if (!late) return failedTrialItems(shop);
  const minutes = late.minutes === 1 ? '1 minuto' : `${late.minutes.toLocaleString('pt-BR')} minutos`;
  const detail = late.problem ?? 'A loja tenta de novo sozinha.';
  return [{ ...COPY, title: `A cópia contínua está atrasada há ${minutes}`, detail }];
}

async function failedTrialItems(shop: Shop): Promise<AttentionRow[]> {
  const trial = shop.continuousCopy.state() && (await readCopyTrial(shop));
  if (!trial?.problem) return [];
  const title = `A cópia contínua não voltou inteira na conferência de ${formatDayTime(trial.at)}`;
  return [{ ...COPY, title, detail: trial.problem }];
}

const COPY = { id: 'backup:copy', tone: 'warning', ...BACKUP_SCREEN } as const;
