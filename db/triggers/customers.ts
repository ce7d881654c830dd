import type { Trigger } from './trigger.ts';

const CUSTOMERS = { table: 'customers', timing: 'AFTER' } as const;

/** Those who were erased are no customers, and buyers are those with a sale. */
export const CUSTOMER_TRIGGERS: Trigger[] = [
  {
    ...CUSTOMERS,
    name: 'customerTallied',
    event: 'INSERT',
    effect: (write) => write.tally([[`'customers'`, isKept('NEW')]]),
  },
  {
    ...CUSTOMERS,
    name: 'customerRetallied',
    event: 'UPDATE',
    columns: ['erasedAt'],
    condition: () => '(OLD."erasedAt" IS NULL) <> (NEW."erasedAt" IS NULL)',
    effect: (write) => write.tally([[`'customers'`, `${isKept('NEW')} - ${isKept('OLD')}`]]),
  },
  {
    ...CUSTOMERS,
    name: 'buyerTallied',
    event: 'UPDATE',
    columns: ['saleCount'],
    condition: () => '(OLD."saleCount" > 0) <> (NEW."saleCount" > 0)',
    effect: (write) => write.tally([[`'buyers'`, 'CASE WHEN NEW."saleCount" > 0 THEN 1 ELSE -1 END']]),
  },
];

function isKept(row: 'OLD' | 'NEW'): string {
  return `CASE WHEN ${row}."erasedAt" IS NULL THEN 1 ELSE 0 END`;
}
