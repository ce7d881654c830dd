/**
 * No bank knows what was done since the backup: booked refunds, revoked keys and tokens, decisions about returns, paid
 * commissions, and mail that has left. The statements are SQLite's, with `former` attached.
 */
export const DEEDS_SINCE = [
  `UPDATE main."apiTokens" SET "revokedAt" = old."revokedAt" FROM former."apiTokens" AS old
   WHERE old.id = main."apiTokens".id AND old."revokedAt" IS NOT NULL AND main."apiTokens"."revokedAt" IS NULL`,
  `UPDATE main."activationKeys" SET "revokedAt" = old."revokedAt", "revokedReason" = old."revokedReason", "replacedByItemId" = old."replacedByItemId"
   FROM former."activationKeys" AS old
   WHERE old.id = main."activationKeys".id AND old."revokedAt" IS NOT NULL AND main."activationKeys"."revokedAt" IS NULL`,
  // An upgrade was given back, so that what it had replaced holds again.
  `UPDATE main."activationKeys" SET "revokedAt" = NULL, "revokedReason" = NULL, "replacedByItemId" = NULL
   FROM former."activationKeys" AS old
   WHERE old.id = main."activationKeys".id AND old."revokedAt" IS NULL AND main."activationKeys"."replacedByItemId" IS NOT NULL`,
  `UPDATE main.purchases SET status = 'REFUNDED', "refundedAt" = old."refundedAt", "returnedAt" = old."returnedAt",
     "returnedCents" = old."returnedCents", "refundRequestedAt" = old."refundRequestedAt", review = NULL, "nextCheckAt" = NULL
   FROM former.purchases AS old
   WHERE old.id = main.purchases.id AND old.status = 'REFUNDED' AND main.purchases.status = 'COMPLETED'`,
  `UPDATE main.purchases SET "returnedAt" = old."returnedAt", "returnedCents" = old."returnedCents", review = old.review
   FROM former.purchases AS old
   WHERE old.id = main.purchases.id AND old.status = 'COMPLETED' AND main.purchases.status = 'COMPLETED'`,
  // Whoever has a key by now, or was told to get none, waits no more.
  `UPDATE main."purchaseItems" SET "keyWaitingSince" = NULL
   WHERE "keyWaitingSince" IS NOT NULL AND (
     id IN (SELECT "itemId" FROM main."activationKeys")
     OR id IN (SELECT old.id FROM former."purchaseItems" AS old WHERE old."keyWaitingSince" IS NULL
       AND old.id NOT IN (SELECT "itemId" FROM former."activationKeys" WHERE "itemId" IS NOT NULL)))`,
  `UPDATE main.redemptions SET state = old.state, "updatedAt" = old."updatedAt" FROM former.redemptions AS old
   WHERE old."purchaseId" = main.redemptions."purchaseId" AND old."couponId" = main.redemptions."couponId"
   AND main.redemptions."purchaseId" IN (SELECT id FROM main.purchases WHERE status = 'REFUNDED')`,
  `UPDATE main.coupons SET used = (SELECT count(*) FROM main.redemptions
     WHERE "couponId" = main.coupons.id AND state IN ('HELD', 'USED'))`,
  `UPDATE main."affiliateSales" SET status = old.status, "paidAt" = old."paidAt",
     "amountCents" = old."amountCents", "commissionCents" = old."commissionCents", "settledCents" = old."settledCents"
   FROM former."affiliateSales" AS old
   WHERE old.id = main."affiliateSales".id AND main."affiliateSales"."purchaseId" IN
     (SELECT id FROM main.purchases WHERE status IN ('COMPLETED', 'REFUNDED'))`,
  // What partners were paid since is not paid again, also of sales that are settled anew; and no given up key is paid to.
  `INSERT INTO main."affiliateSales" SELECT * FROM former."affiliateSales" AS old
   WHERE "settledCents" > 0 AND "purchaseId" IN (SELECT id FROM main.purchases WHERE id IN (SELECT id FROM lost))
   AND "affiliateId" IN (SELECT id FROM main.users)`,
  `UPDATE main.affiliates SET "pixKeyType" = old."pixKeyType", "pixKey" = old."pixKey", "pixKeyHeldUntil" = old."pixKeyHeldUntil"
   FROM former.affiliates AS old WHERE old."userId" = main.affiliates."userId"`,
  'DELETE FROM main."payoutLines"',
  `INSERT OR REPLACE INTO main.payouts SELECT * FROM former.payouts
   WHERE "affiliateId" IN (SELECT id FROM main.users)`,
  `INSERT INTO main."payoutLines" SELECT * FROM former."payoutLines"
   WHERE "payoutId" IN (SELECT id FROM main.payouts) AND "saleId" IN (SELECT id FROM main."affiliateSales")`,
  `INSERT INTO main."purchaseEvents" ("purchaseId", at, event, source, detail)
   SELECT "purchaseId", at, event, source, detail FROM former."purchaseEvents"
   WHERE at > :backupAt AND "purchaseId" IN (SELECT id FROM main.purchases
     WHERE status IN ('COMPLETED', 'REFUNDED') AND id NOT IN (SELECT id FROM lost))
   ORDER BY id`,
];

const MAIL = [
  'kind',
  'purchaseId',
  'dedup',
  'state',
  'attempts',
  'nextAttemptAt',
  'lastError',
  'createdAt',
  'sentAt',
  'requeuedAt',
  'customerId',
  'releaseId',
  'platform',
  'payload',
  'isNotice',
  'bouncedAt',
]
  .map((column) => `"${column}"`)
  .join(', ');

/** `dedup` makes each mail unique: one that left is not sent again, also when its purchase is settled anew. */
export const MAIL_SINCE = [
  `UPDATE main.outbox SET state = old.state, "sentAt" = old."sentAt", attempts = old.attempts, "lastError" = old."lastError"
   FROM former.outbox AS old
   WHERE old.dedup = main.outbox.dedup AND main.outbox.state = 'waiting' AND old.state <> 'waiting'`,
  `INSERT INTO main.outbox (${MAIL}) SELECT ${MAIL} FROM former.outbox
   WHERE state = 'sent' AND dedup NOT IN (SELECT dedup FROM main.outbox)
   AND ("purchaseId" IS NULL OR "purchaseId" IN (SELECT id FROM main.purchases))
   AND ("customerId" IS NULL OR "customerId" IN (SELECT id FROM main.customers))
   AND ("releaseId" IS NULL OR "releaseId" IN (SELECT id FROM main.releases))
   ORDER BY id`,
];
