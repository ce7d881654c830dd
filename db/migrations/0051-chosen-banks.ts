import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** What the owner typed of each is encrypted, in the row of `encryptedSettings` that `bank:` and the account name. */
const STATEMENTS = `
CREATE TABLE "chosenBanks" (
  account TEXT PRIMARY KEY CHECK (length(account) BETWEEN 1 AND 64),
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  "isCurrent" INTEGER NOT NULL CHECK ("isCurrent" IN (0, 1)),
  "chosenAt" TEXT NOT NULL,
  "chosenBy" TEXT NOT NULL,
  "replacedAt" TEXT,
  CHECK (("replacedAt" IS NULL) = ("isCurrent" = 1))
) STRICT, WITHOUT ROWID;;
CREATE UNIQUE INDEX "oneChosenBankIsCurrent" ON "chosenBanks" ("isCurrent") WHERE "isCurrent" = 1`;
