import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { BankReconciliation } from '#src/wire/payments/bank.ts';
import { countText } from '../../list/count-text.ts';

export function summaryOf({ comparedAt, payments, unreadRows, differences }: BankReconciliation): string {
  if (!comparedAt) return 'As vendas ainda não foram conferidas com o banco. A primeira conferência é automática.';
  const others = differences.filter(({ kind }) => kind !== 'unread_row').length;
  const parts = [
    `Última conferência com o banco: ${formatDayTime(comparedAt)}`,
    countText(payments, 'pagamento', 'pagamentos'),
    others === 0 ? 'nenhuma diferença' : countText(others, 'diferença', 'diferenças'),
    ...(unreadRows > 0 ? [`${countText(unreadRows, 'linha', 'linhas')} que a loja não entendeu`] : []),
  ];
  return parts.join(' · ');
}

/** Returns null unless a reconciliation is running. */
export function progressOf({ progress }: BankReconciliation): string | null {
  if (!progress) return null;
  const parts = `${progress.done} de ${countText(progress.windows, 'período', 'períodos')}`;
  return progress.isBankSilent
    ? `Conferência em andamento: ${parts}. O banco não mostrou um deles agora; a loja pede de novo sozinha.`
    : `Conferência em andamento: ${parts}.`;
}

/** Joins adjacent days; null when the bank listed them all. */
export function missingPeriodsText({ unseen }: BankReconciliation): string | null {
  if (unseen.length === 0) return null;
  const joined: { from: string; to: string }[] = [];
  for (const { from, to } of unseen) {
    const last = joined.at(-1);
    if (last && last.to >= from) last.to = to;
    else joined.push({ from, to });
  }
  const spans = joined.map(({ from, to }) => `de ${formatDayTime(from)} a ${formatDayTime(to)}`);
  return `Nessa conferência o banco não mostrou os pagamentos ${spans.join(' e ')}.`;
}
