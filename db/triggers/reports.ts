import type { Trigger } from './trigger.ts';

type Watched = {
  name: string;
  table: string;
  /** Undefined where every change counts. */
  columns?: string[];
  /** When the row is counted. */
  moments: (row: 'OLD' | 'NEW') => string[];
  /** Whether reports count the row; all of them where it is left out. */
  counts?: (row: 'OLD' | 'NEW') => string;
  /** The moments are those of another row, into which no condition of PostgreSQL can look. */
  isOfPurchase?: boolean;
};

const WATCHED: Watched[] = [
  {
    name: 'purchase',
    table: 'purchases',
    columns: [
      'productId',
      'discountCents',
      'totalCents',
      'paidCents',
      'returnedCents',
      'returnedAt',
      'couponCode',
      'status',
      'failureReason',
      'chargeState',
      'createdAt',
      'completedAt',
      'refundedAt',
      'originSource',
      'originCampaign',
    ],
    moments: (row) => ['createdAt', 'completedAt', 'refundedAt', 'returnedAt'].map((column) => `${row}."${column}"`),
    counts: (row) => `${row}.provider <> 'import'`,
  },
  {
    name: 'item',
    table: 'purchaseItems',
    columns: ['purchaseId', 'position', 'productId', 'totalCents', 'requiresActivation'],
    moments: ofPurchase,
    isOfPurchase: true,
  },
  {
    name: 'affiliateSale',
    table: 'affiliateSales',
    columns: ['purchaseId', 'affiliateId', 'commissionCents', 'status'],
    moments: ofPurchase,
    isOfPurchase: true,
  },
  { name: 'customer', table: 'customers', columns: ['firstSaleAt'], moments: (row) => [`${row}."firstSaleAt"`] },
  { name: 'visit', table: 'visitsByHour', moments: (row) => [`${row}.hour`] },
];

/** They note the hours whose sales, orders, buyers or visits change after reports have kept their figures. */
export const REPORT_TRIGGERS: Trigger[] = WATCHED.flatMap((watched) => [
  noteHours(watched, 'Enters', 'INSERT', ['NEW']),
  noteHours(watched, 'Changes', 'UPDATE', ['OLD', 'NEW']),
  noteHours(watched, 'Leaves', 'DELETE', ['OLD']),
]);

function noteHours(watched: Watched, verb: string, event: Trigger['event'], rows: ('OLD' | 'NEW')[]): Trigger {
  const columns = event === 'UPDATE' ? watched.columns : undefined;
  const moments = rows.flatMap((row) => watched.moments(row));
  return {
    name: `${watched.name}${verb}Reports`,
    table: watched.table,
    timing: 'AFTER',
    event,
    columns,
    condition: (write) =>
      [
        ...(watched.counts && rows[0] ? [watched.counts(rows[0])] : []),
        ...(columns ? [`(${write.differ(columns)})`] : []),
        ...(watched.isOfPurchase && !write.looksIntoTables ? [] : [write.isAnyKept(moments)]),
      ].join(' AND '),
    effect: (write) => write.noteHours(moments),
  };
}

function ofPurchase(row: 'OLD' | 'NEW'): string[] {
  return ['createdAt', 'completedAt'].map(
    (column) => `(SELECT "${column}" FROM purchases WHERE id = ${row}."purchaseId" AND provider <> 'import')`,
  );
}
