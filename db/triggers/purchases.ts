import type { Dialect } from './dialects.ts';
import type { Trigger } from './trigger.ts';

const PURCHASES = { table: 'purchases', timing: 'AFTER' } as const;
const OF_SALE = ['status', 'totalCents', 'paidCents', 'returnedCents', 'completedAt'];

export const PURCHASE_TRIGGERS: Trigger[] = [
  {
    ...PURCHASES,
    name: 'purchaseTallied',
    event: 'INSERT',
    effect: (write) => [
      ...write.tally([[stateOf('NEW'), '1']]),
      `UPDATE customers SET
    "purchaseCount" = "purchaseCount" + 1,
    "lastPurchaseAt" = CASE WHEN "lastPurchaseAt" > NEW."createdAt" THEN "lastPurchaseAt" ELSE NEW."createdAt" END
    WHERE id = NEW."customerId" AND NEW.status <> 'FAILED'`,
    ],
  },
  {
    ...PURCHASES,
    name: 'purchaseRetallied',
    event: 'UPDATE',
    columns: ['status', 'failureReason'],
    condition: (write) => write.differ(['status', 'failureReason']),
    effect: (write) =>
      write.tally([
        [stateOf('OLD'), '-1'],
        [stateOf('NEW'), '1'],
      ]),
  },
  {
    ...PURCHASES,
    name: 'purchaseUntallied',
    event: 'DELETE',
    // An import that is undone: no sale of the shop's own is ever deleted.
    effect: (write) => [
      ...write.tally([[stateOf('OLD'), '-1']]),
      ...write.lockRow('customers', 'OLD."customerId"'),
      `UPDATE customers SET
    "purchaseCount" = "purchaseCount" - 1,
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = OLD."customerId" AND status <> 'FAILED')
    WHERE id = OLD."customerId" AND OLD.status <> 'FAILED'`,
    ],
  },
  {
    ...PURCHASES,
    name: 'purchaseFails',
    event: 'UPDATE',
    columns: ['status'],
    condition: () => `(OLD.status = 'FAILED') <> (NEW.status = 'FAILED')`,
    effect: (write) => [
      ...write.lockRow('customers', 'NEW."customerId"'),
      `UPDATE customers SET
    "purchaseCount" = "purchaseCount" + CASE WHEN NEW.status = 'FAILED' THEN -1 ELSE 1 END,
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status <> 'FAILED')
    WHERE id = NEW."customerId"`,
    ],
  },
  {
    ...PURCHASES,
    name: 'saleTallied',
    event: 'INSERT',
    condition: () => isSale('NEW'),
    effect: (write) => countSale(write, '+', 'NEW'),
  },
  {
    ...PURCHASES,
    name: 'saleUntallied',
    event: 'UPDATE',
    columns: OF_SALE,
    condition: () => isSale('OLD'),
    effect: (write) => countSale(write, '-', 'OLD'),
  },
  {
    ...PURCHASES,
    name: 'saleRetallied',
    event: 'UPDATE',
    columns: OF_SALE,
    condition: () => isSale('NEW'),
    effect: (write) => countSale(write, '+', 'NEW'),
  },
  {
    ...PURCHASES,
    name: 'purchaseClosed',
    event: 'UPDATE',
    columns: ['status'],
    condition: () => `NEW.status <> 'PENDING'`,
    effect: () => ['DELETE FROM "openPurchases" WHERE "purchaseId" = NEW.id'],
  },
  { ...PURCHASES, name: 'chargeAdded', event: 'INSERT', condition: isNamedByBank, effect: nameCharge },
  {
    ...PURCHASES,
    name: 'chargeNamed',
    event: 'UPDATE',
    columns: ['providerChargeId'],
    condition: isNamedByBank,
    effect: nameCharge,
  },
  {
    ...PURCHASES,
    name: 'paymentTaken',
    event: 'UPDATE',
    columns: ['status'],
    condition: () => `NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' AND NEW."providerPaymentId" IS NOT NULL`,
    effect: () => [
      `INSERT INTO "bankPayments" (account, "paymentId", "purchaseId")
    SELECT coalesce(NEW.account, NEW.provider), NEW."providerPaymentId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankPayments" WHERE account = coalesce(NEW.account, NEW.provider)
      AND "paymentId" = NEW."providerPaymentId" AND "purchaseId" = NEW.id)`,
    ],
  },
];

function stateOf(row: 'OLD' | 'NEW'): string {
  return `'purchases:' || ${row}.status || ':' || coalesce(${row}."failureReason", '')`;
}

/** What was paid on another platform counts in no figure. */
function isSale(row: 'OLD' | 'NEW'): string {
  return `${row}.status = 'COMPLETED' AND ${row}.provider <> 'import'`;
}

/** Most banks call a charge by our reference, which is found by itself. */
function isNamedByBank(): string {
  return `NEW."providerChargeId" <> NEW."providerReference"`;
}

function nameCharge(): string[] {
  return [
    `INSERT INTO "bankCharges" (provider, "chargeId", "purchaseId")
    SELECT NEW.provider, NEW."providerChargeId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankCharges"
      WHERE provider = NEW.provider AND "chargeId" = NEW."providerChargeId" AND "purchaseId" = NEW.id)`,
  ];
}

/**
 * A buyer's customer comes second in the order of locks. Its first sale is looked up, under that lock, only where one is taken
 * back.
 */
function countSale(write: Dialect, sign: '+' | '-', row: 'OLD' | 'NEW'): string[] {
  const cents = `${row}."keptCents"`;
  const isAdded = sign === '+';
  return [
    ...(isAdded ? [] : write.lockRow('customers', 'NEW."customerId"')),
    ...write.tallyHour(`substr(${row}."completedAt", 1, 13)`, `${sign}1`, `${sign}${cents}`),
    ...write.tally([
      [`'sales'`, `${sign}1`],
      [`'salesCents'`, `${sign}${cents}`],
    ]),
    `UPDATE customers SET
    "saleCount" = "saleCount" ${sign} 1,
    "totalSpentCents" = "totalSpentCents" ${sign} ${cents},
    "firstSaleAt" = ${isAdded ? EARLIER_SALE : FIRST_OF_ALL}
    WHERE id = NEW."customerId"`,
  ];
}

const EARLIER_SALE = `CASE WHEN "firstSaleAt" < NEW."completedAt" THEN "firstSaleAt" ELSE NEW."completedAt" END`;
const FIRST_OF_ALL = `(SELECT min("completedAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status = 'COMPLETED' AND provider <> 'import')`;
