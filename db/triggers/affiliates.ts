import type { Trigger } from './trigger.ts';

/** An affiliate's figures are sums of the commissions. */
export const AFFILIATE_TRIGGERS: Trigger[] = [
  {
    name: 'affiliateSaleTallied',
    table: 'affiliateSales',
    timing: 'AFTER',
    event: 'INSERT',
    effect: () => [countCommission('+', 'NEW')],
  },
  {
    name: 'affiliateSaleRetallied',
    table: 'affiliateSales',
    timing: 'AFTER',
    event: 'UPDATE',
    columns: ['status', 'amountCents', 'commissionCents'],
    effect: () => [countCommission('-', 'OLD'), countCommission('+', 'NEW')],
  },
];

function countCommission(sign: '+' | '-', row: 'OLD' | 'NEW'): string {
  const figures = ['pending', 'paid', 'reversed'].flatMap((status) => [
    figure(`${status}Count`, `${row}.status = '${status}'`, '1'),
    figure(`${status}Cents`, `${row}.status = '${status}'`, `${row}."commissionCents"`),
  ]);
  figures.push(figure('soldCents', `${row}.status <> 'reversed'`, `${row}."amountCents"`));
  return `UPDATE affiliates SET\n    ${figures.join(',\n    ')}\n    WHERE "userId" = ${row}."affiliateId"`;

  function figure(column: string, condition: string, amount: string): string {
    return `"${column}" = "${column}" ${sign} CASE WHEN ${condition} THEN ${amount} ELSE 0 END`;
  }
}
