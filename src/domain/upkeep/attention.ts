import { countFailedMail } from '#db/queries/mail/failed-mail.ts';
import { listDamagedFiles } from '#db/queries/releases/releases.ts';
import {
  countAllOpenDifferences,
  countPurchasesInReview,
  findFirstSaleAt,
  listPurchasesInReview,
  listWaitingBuyers,
  type PurchaseInReview,
  type WaitingBuyers,
} from '#db/queries/upkeep/attention.ts';
import { findOldestDue } from '#db/queries/upkeep/health.ts';
import { dayOf, formatDayTime } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { endingText, paceText } from '#src/wire/keys/key-forecast.ts';
import { numberText } from '#src/wire/purchases/purchases.ts';
import { type DamagedFile, ERASED_CUSTOMER } from '#src/wire/reports/dashboard.ts';
import {
  ATTENTION_ROWS,
  type Attention,
  type AttentionItem,
  type AttentionKind,
  toAttention,
} from '#src/wire/upkeep/attention.ts';
import { verdictOf } from '#src/wire/upkeep/health-verdict.ts';
import { dayText, type WaitingWithdrawal } from '#src/wire/withdrawals/withdrawals.ts';
import { type KeyLevel, readKeyLevels } from '../keys/key-levels.ts';
import type { Shop } from '../shop.ts';
import type { DiskSpace } from '../upkeep/disk.ts';
import { listWaitingWithdrawals } from '../withdrawals/withdrawals.ts';
import { BACKUP_DAYS, isFresh, readBackups } from './backups.ts';

/** Asked on every screen, so each part reads an index of the few rows that wait. */
export async function showAttention(shop: Shop): Promise<Attention> {
  const now = shop.clock.now();
  const parts = await Promise.all([
    listWaitingBuyers(shop.db).then((waiting) => waiting.map((product) => waitingItem(product, now))),
    reviewItems(shop, now),
    withdrawalItems(shop, now),
    keyItems(shop),
    listDamagedFiles(shop.db).then((files) => files.map(damagedItem)),
    differenceItems(shop),
    mailItems(shop),
    healthItems(shop, now),
    backupItems(shop, now),
  ]);
  return toAttention(parts.flatMap(shorten));
}

/** One row stands for those that are not listed. */
function shorten(items: AttentionItem[]): AttentionItem[] {
  const rest = items.slice(ATTENTION_ROWS - 1);
  const [first] = rest;
  if (!first || rest.length === 1) return items;
  const { kind, screen } = first;
  const count = rest.reduce((sum, item) => sum + item.count, 0);
  const tone = rest.some((item) => item.tone === 'danger') ? 'danger' : 'warning';
  const detail = 'Abra a lista para ver todos.';
  const more = {
    id: `${kind}:rest`,
    kind,
    count,
    tone,
    detail,
    action: 'Ver todos',
    screen,
    ...REST[kind](count),
  } as const;
  return [...items.slice(0, ATTENTION_ROWS - 1), more];
}

const KEYS = '/admin/activation-keys';
const SALES = '/admin/sales';

/** Kinds that have one row never get here. */
const REST: Record<AttentionKind, (count: number) => { title: string; href: string }> = {
  keys_waiting: (count) => ({ title: `Mais ${count} produtos com compradores que esperam a chave`, href: KEYS }),
  review: (count) => ({ title: `Mais ${count} vendas em análise`, href: `${SALES}?status=under_review` }),
  withdrawal: (count) => ({ title: `Mais ${count} desistências`, href: `${SALES}?status=withdrawal` }),
  keys_low: (count) => ({ title: `Mais ${count} produtos com poucas chaves`, href: KEYS }),
  damaged_file: (count) => ({ title: `Mais ${count} arquivos que ninguém baixa`, href: '/admin/products' }),
  bank_differences: (count) => ({ title: `Mais ${count} diferenças com o banco`, href: SALES }),
  mail: (count) => ({ title: `Mais ${count} e-mails`, href: '/admin?abrir=emails' }),
  health: (count) => ({ title: `Mais ${count} sinais de saúde`, href: HEALTH }),
  backup: (count) => ({ title: `Mais ${count} backups`, href: HEALTH }),
};

const HEALTH = '/admin/settings?secao=saude';

function waitingItem({ productId, name, buyers, since, paidCents }: WaitingBuyers, now: Date): AttentionItem {
  const people = Number(buyers);
  return {
    id: `keys_waiting:${productId}`,
    kind: 'keys_waiting',
    count: 1,
    tone: 'danger',
    title: `${people === 1 ? '1 comprador espera' : `${people.toLocaleString('pt-BR')} compradores esperam`} a chave de ${name}`,
    detail: `${people === 1 ? 'Espera' : 'O mais antigo espera'} há ${agoText(since, now)} · pagos, ${formatCents(Number(paidCents))}`,
    href: `${KEYS}?produto=${encodeURIComponent(productId)}`,
    action: 'Adicionar chaves',
    screen: '/admin/activation-keys-auth',
  };
}

async function reviewItems(shop: Shop, now: Date): Promise<AttentionItem[]> {
  const purchases = await listPurchasesInReview(shop.db, ATTENTION_ROWS + 1);
  const items = purchases.map((purchase) => reviewItem(purchase, now));
  const [last] = items.slice(ATTENTION_ROWS - 1);
  if (!last || purchases.length <= ATTENTION_ROWS) return items;
  const total = await countPurchasesInReview(shop.db);
  return [...items.slice(0, ATTENTION_ROWS), { ...last, count: total - ATTENTION_ROWS }];
}

function reviewItem(purchase: PurchaseInReview, now: Date): AttentionItem {
  const { id, review } = purchase;
  const about = { customer: purchase.customerName ?? ERASED_CUSTOMER, product: purchase.productName };
  return {
    id: `review:${id}`,
    kind: 'review',
    count: 1,
    tone: 'danger',
    ...REVIEWS[review](purchase, about, whenText(purchase.createdAt, now)),
    href: `${SALES}?id=${encodeURIComponent(id)}`,
    screen: SALES,
  };
}

type About = { customer: string; product: string };
type ReviewText = { title: string; detail: string; action: string };

const REVIEWS: Record<
  PurchaseInReview['review'],
  (purchase: PurchaseInReview, about: About, when: string) => ReviewText
> = {
  short_payment: ({ paidCents, totalCents }, { customer, product }, when) => ({
    title: `${customer} pagou ${formatCents(paidCents ?? 0)} de ${formatCents(totalCents)}`,
    detail: `Pix a menor por ${product} · ${when}`,
    action: 'Decidir',
  }),
  dispute: ({ totalCents }, { customer, product }) => ({
    title: `Contestação aberta no banco: ${formatCents(totalCents)}`,
    detail: `${customer}, ${product} · responda pelo aplicativo do banco`,
    action: 'Ver a venda',
  }),
  partial_return: ({ returnedCents, totalCents }, { customer, product }) => ({
    title: `Devolvidos ${formatCents(returnedCents)} de ${formatCents(totalCents)} a ${customer}`,
    detail: `${product} · mantenha a entrega, revogue a chave ou reembolse o resto`,
    action: 'Decidir',
  }),
  duplicate_payment: (purchase, { customer, product }) => ({
    title: `O pagamento do pedido ${numberText(purchase)} já vale para outra venda`,
    detail: `${customer}, ${product} · confira no extrato se chegaram dois valores`,
    action: 'Ver a venda',
  }),
  unknown_account: (purchase, { customer, product }) => ({
    title: `A conta do pedido ${numberText(purchase)} não está mais configurada`,
    detail: `${customer}, ${product} · marque se o valor chegou`,
    action: 'Decidir',
  }),
  unknown_state: (purchase, { customer, product }) => ({
    title: `O banco mostra no pedido ${numberText(purchase)} algo que a loja não entende`,
    detail: `${customer}, ${product} · confira a cobrança no aplicativo do banco`,
    action: 'Ver a venda',
  }),
};

async function withdrawalItems(shop: Shop, now: Date): Promise<AttentionItem[]> {
  const { items, total } = await listWaitingWithdrawals(shop);
  const rows = items.map((withdrawal) => withdrawalItem(withdrawal, dayOf(now)));
  const [last] = rows.slice(-1);
  return last && total > items.length ? [...rows, { ...last, count: total - items.length }] : rows;
}

function withdrawalItem(withdrawal: WaitingWithdrawal, today: string): AttentionItem {
  const { purchaseId, customer, product, amount, state } = withdrawal;
  const isRefused = state === 'refunding';
  const { text, isPressing } = deadlineOf(withdrawal, today);
  return {
    id: `withdrawal:${purchaseId}`,
    kind: 'withdrawal',
    count: 1,
    tone: isPressing ? 'danger' : 'warning',
    title: isRefused ? `O banco recusou a devolução a ${customer}` : `${customer} quer desistir de ${product}`,
    detail: isRefused ? `${product} · ${amount} · ${text}` : `${amount} · ${text}`,
    href: `${SALES}?id=${encodeURIComponent(purchaseId)}`,
    action: isRefused ? 'Ver a venda' : 'Responder',
    screen: SALES,
  };
}

function deadlineOf({ state, answerBy }: WaitingWithdrawal, today: string): { text: string; isPressing: boolean } {
  if (state === 'refunding') return { text: 'confira o saldo no banco', isPressing: true };
  const days = (Date.parse(answerBy) - Date.parse(today)) / DAY_MS;
  if (days < 0) return { text: `o prazo terminou em ${dayText(answerBy)}`, isPressing: true };
  if (days === 0) return { text: 'responda hoje', isPressing: true };
  return { text: days === 1 ? 'responda até amanhã' : `responda até ${dayText(answerBy)}`, isPressing: days <= 1 };
}

async function keyItems(shop: Shop): Promise<AttentionItem[]> {
  const levels = await readKeyLevels(shop);
  return levels
    .filter(({ isLow, isEnding, buyersWaiting }) => (isLow || isEnding) && buyersWaiting === 0)
    .toSorted(
      (one, other) =>
        (one.daysLeft ?? Infinity) - (other.daysLeft ?? Infinity) || one.keysAvailable - other.keysAvailable,
    )
    .map(lowItem);
}

function lowItem({ id, name, keysAvailable, daysLeft, soldLately, pauseWithoutKeys }: KeyLevel): AttentionItem {
  const pace =
    soldLately === 0
      ? 'nenhuma venda nas últimas duas semanas'
      : `saem ${paceText(soldLately)} nas últimas duas semanas`;
  const left = keysAvailable === 1 ? 'Resta 1' : `Restam ${keysAvailable.toLocaleString('pt-BR')}`;
  const paused = pauseWithoutKeys === 1 ? 'A venda está pausada' : 'Quem comprar vai esperar';
  return {
    id: `keys_low:${id}`,
    kind: 'keys_low',
    count: 1,
    tone: keysAvailable === 0 ? 'danger' : 'warning',
    title: lowTitle({ name, keysAvailable, daysLeft }),
    detail: `${keysAvailable === 0 ? paused : left} · ${pace}`,
    href: `${KEYS}?produto=${encodeURIComponent(id)}`,
    action: 'Adicionar chaves',
    screen: '/admin/activation-keys-auth',
  };
}

export function lowTitle({
  name,
  keysAvailable,
  daysLeft,
}: Pick<KeyLevel, 'name' | 'keysAvailable' | 'daysLeft'>): string {
  if (keysAvailable === 0) return `As chaves de ${name} acabaram`;
  return daysLeft === null ? `Poucas chaves de ${name}` : `Chaves de ${name} ${endingText(daysLeft)}`;
}

function damagedItem({ id, fileName, version, productName, productId }: DamagedFile): AttentionItem {
  return {
    id: `damaged_file:${id}`,
    kind: 'damaged_file',
    count: 1,
    tone: 'danger',
    title: `O arquivo ${fileName} está diferente do que foi enviado`,
    detail: `${productName} ${version} · ninguém o baixa · restaure-o de um backup, ou publique uma versão nova`,
    href: `/admin/products?abrir=${encodeURIComponent(productId)}`,
    action: 'Ver o produto',
    screen: '/admin/products-auth',
  };
}

/** Nobody compares the bank that is built in. */
async function differenceItems(shop: Shop): Promise<AttentionItem[]> {
  const total = shop.settings.isSandbox ? 0 : await countAllOpenDifferences(shop.db);
  if (total === 0) return [];
  return [
    {
      id: 'bank_differences',
      kind: 'bank_differences',
      count: 1,
      tone: 'warning',
      title: total === 1 ? '1 diferença com o banco' : `${total.toLocaleString('pt-BR')} diferenças com o banco`,
      detail: 'O extrato e as vendas não dizem o mesmo.',
      href: `${SALES}#diferencas`,
      action: 'Conferir',
      screen: SALES,
    },
  ];
}

async function mailItems(shop: Shop): Promise<AttentionItem[]> {
  const total = await countFailedMail(shop.db);
  if (total === 0) return [];
  return [
    {
      id: 'mail',
      kind: 'mail',
      count: 1,
      tone: 'warning',
      title: total === 1 ? '1 e-mail não saiu' : `${total.toLocaleString('pt-BR')} e-mails não saíram`,
      detail: 'A loja tentou por 5 dias e parou. Confira o servidor de e-mail e envie de novo.',
      href: '/admin?abrir=emails',
      action: 'Ver e-mails',
      screen: '/admin/settings',
    },
  ];
}

async function healthItems(shop: Shop, now: Date): Promise<AttentionItem[]> {
  const [due, processes, space] = await Promise.all([
    findOldestDue(shop.db, now.toISOString()),
    shop.processes.list(),
    shop.disk.readSpace(),
  ]);
  const waitOf = (since: string | null) => (since === null ? null : now.getTime() - Date.parse(since));
  const waitingMs = { mail: waitOf(due.mail), webhooks: waitOf(due.webhooks), polls: waitOf(due.polls) };
  const { isFine, title, sentence } = verdictOf({ waitingMs, processes });
  const look = { kind: 'health', count: 1, href: HEALTH, action: 'Ver saúde', screen: '/admin/settings' } as const;
  return [
    ...(isFine ? [] : [{ ...look, id: 'health:work', tone: 'danger' as const, title, detail: sentence }]),
    ...(space && isDiskFull(space)
      ? [{ ...look, id: 'health:disk', tone: 'danger' as const, ...diskText(space) }]
      : []),
  ];
}

export const LEAST_FREE_SHARE = 0.1;

export function isDiskFull({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < totalBytes * LEAST_FREE_SHARE;
}

function diskText({ freeBytes, totalBytes }: DiskSpace): { title: string; detail: string } {
  const share = Math.floor((freeBytes / totalBytes) * 100);
  return {
    title: `O disco da loja está quase cheio: ${share} % livres`,
    detail: 'Sem espaço a loja não anota vendas. Apague backups antigos deste disco, ou aumente-o.',
  };
}

/** A shop that never sold has nothing to lose yet. */
async function backupItems(shop: Shop, now: Date): Promise<AttentionItem[]> {
  const { madeAt } = await readBackups(shop);
  if (isFresh(madeAt, now)) return [];
  const since = madeAt ?? (await findFirstSaleAt(shop.db));
  if (since === null || isFresh(since, now)) return [];
  return [
    {
      id: 'backup',
      kind: 'backup',
      count: 1,
      tone: 'warning',
      title: madeAt ? `O último backup é de há ${agoText(madeAt, now)}` : 'A loja ainda não tem backup',
      detail: `Faça um ao menos a cada ${BACKUP_DAYS} dias: no servidor, npm run backup.`,
      href: HEALTH,
      action: 'Ver saúde',
      screen: '/admin/settings',
    },
  ];
}

/** `2 h`, `9 dias`. */
export function agoText(since: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(since));
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} dias`;
}

/** `hoje, 11:18`, or the day. */
function whenText(at: string, now: Date): string {
  const [day = '', time = ''] = formatDayTime(at).split(' ');
  return formatDayTime(now).startsWith(day) ? `hoje, ${time}` : `${day}, ${time}`;
}
