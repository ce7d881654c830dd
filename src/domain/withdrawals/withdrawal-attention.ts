import { dayOf, dayText } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { type AttentionRow, SALES } from '#src/wire/upkeep/attention.ts';
import type { WaitingWithdrawal } from '#src/wire/withdrawals/withdrawals.ts';
import type { Shop } from '../shop.ts';
import { listWaitingWithdrawals } from './withdrawals.ts';

export async function withdrawalItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  const { items, total } = await listWaitingWithdrawals(shop);
  const rows = items.map((withdrawal) => withdrawalItem(withdrawal, dayOf(now)));
  const [last] = rows.slice(-1);
  return last && total > items.length ? [...rows, { ...last, count: total - items.length }] : rows;
}

function withdrawalItem(withdrawal: WaitingWithdrawal, today: string): AttentionRow {
  const { purchaseId, customer, product, amount, state } = withdrawal;
  const isRefused = state === 'refunding';
  const { text, isPressing } = deadlineOf(withdrawal, today);
  return {
    id: `withdrawal:${purchaseId}`,
    tone: isPressing ? 'danger' : 'warning',
    title: isRefused ? `O banco recusou a devolução a ${customer}` : `${customer} quer desistir de ${product}`,
    detail: isRefused ? `${product} · ${amount} · ${text}` : `${amount} · ${text}`,
    href: `${SALES}?id=${encodeURIComponent(purchaseId)}`,
    action: isRefused ? 'Ver a venda' : 'Responder',
  };
}

function deadlineOf({ state, answerBy }: WaitingWithdrawal, today: string): { text: string; isPressing: boolean } {
  if (state === 'refunding') return { text: 'confira o saldo no banco', isPressing: true };
  const days = (Date.parse(answerBy) - Date.parse(today)) / DAY_MS;
  if (days < 0) return { text: `o prazo terminou em ${dayText(answerBy)}`, isPressing: true };
  if (days === 0) return { text: 'responda hoje', isPressing: true };
  return { text: days === 1 ? 'responda até amanhã' : `responda até ${dayText(answerBy)}`, isPressing: days <= 1 };
}
