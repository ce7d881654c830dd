-- The schema after all migrations. Written by npm run schema:write; do not change it by hand.

CREATE TABLE "accountAlerts" (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('new_device', 'wrong_codes', 'cloned_passkey', 'factor_added', 'factor_removed', 'new_password')),
  detail TEXT NOT NULL,
  "tokenHash" TEXT NOT NULL UNIQUE,
  "createdAt" TEXT NOT NULL,
  "usedAt" TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX "accountAlertsByTime" ON "accountAlerts" ("createdAt");

CREATE TABLE "activationKeys" (
  id TEXT PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id),
  key TEXT NOT NULL,
  "itemId" TEXT UNIQUE REFERENCES "purchaseItems" (id),
  "createdAt" TEXT NOT NULL,
  "assignedAt" TEXT,
  "revokedAt" TEXT,
  "revokedReason" TEXT CHECK ("revokedReason" IN ('deleted', 'refunded')),
  "frozenAt" TEXT, "machineLimit" INTEGER CHECK ("machineLimit" BETWEEN 1 AND 100), "replacedByItemId" TEXT, uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
  UNIQUE ("productId", key),
  CHECK (("itemId" IS NULL) = ("assignedAt" IS NULL)),
  CHECK (("revokedAt" IS NULL) = ("revokedReason" IS NULL))
) STRICT;

CREATE INDEX "activationKeysAvailable" ON "activationKeys" ("createdAt", id) WHERE "assignedAt" IS NULL AND "revokedAt" IS NULL;

CREATE INDEX "activationKeysAvailableByKey" ON "activationKeys" (key, id) WHERE "assignedAt" IS NULL AND "revokedAt" IS NULL;

CREATE INDEX "activationKeysAvailableOfProduct" ON "activationKeys" ("productId", "createdAt", id) WHERE "assignedAt" IS NULL AND "revokedAt" IS NULL;

CREATE INDEX "activationKeysByCreation" ON "activationKeys" ("createdAt", id, (CASE WHEN "revokedAt" IS NULL THEN "assignedAt" END));

CREATE INDEX "activationKeysByKey" ON "activationKeys" (key, id, (CASE WHEN "revokedAt" IS NULL THEN "assignedAt" END));

CREATE INDEX "activationKeysByProduct" ON "activationKeys" ("productId", "createdAt", id, (CASE WHEN "revokedAt" IS NULL THEN "assignedAt" END));

CREATE INDEX "activationKeysReplaced" ON "activationKeys" ("replacedByItemId") WHERE "replacedByItemId" IS NOT NULL;

CREATE INDEX "activationKeysRevoked" ON "activationKeys" ("createdAt", id) WHERE "revokedAt" IS NOT NULL;

CREATE INDEX "activationKeysRevokedByKey" ON "activationKeys" (key, id) WHERE "revokedAt" IS NOT NULL;

CREATE INDEX "activationKeysRevokedOfProduct" ON "activationKeys" ("productId", "createdAt", id) WHERE "revokedAt" IS NOT NULL;

CREATE TRIGGER "keyBecomesSearchable" AFTER INSERT ON "activationKeys" BEGIN
  INSERT INTO "keyWords" (id, words) VALUES (NEW.id, (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(NEW.key || coalesce((SELECT char(10) || coalesce(buyer."customerName", '') || char(10) || coalesce(buyer."customerEmail", '')
    FROM "purchaseItems" AS item JOIN purchases AS buyer ON buyer.id = item."purchaseId" WHERE item.id = NEW."itemId"), '')) AS lowered)));
END;

CREATE TRIGGER "keyChangesWords" AFTER UPDATE OF "key", "itemId" ON "activationKeys" WHEN (OLD."key" IS NOT NEW."key" OR OLD."itemId" IS NOT NEW."itemId") BEGIN
  UPDATE "keyWords" SET words = (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(NEW.key || coalesce((SELECT char(10) || coalesce(buyer."customerName", '') || char(10) || coalesce(buyer."customerEmail", '')
    FROM "purchaseItems" AS item JOIN purchases AS buyer ON buyer.id = item."purchaseId" WHERE item.id = NEW."itemId"), '')) AS lowered)) WHERE id = NEW.id;
END;

CREATE TRIGGER "keyLosesWords" AFTER DELETE ON "activationKeys" BEGIN
  DELETE FROM "keyWords" WHERE id = OLD.id;
END;

CREATE TRIGGER "keyRetallied" AFTER UPDATE OF "itemId", "revokedAt" ON "activationKeys" WHEN (OLD."itemId" IS NOT NEW."itemId" OR OLD."revokedAt" IS NOT NEW."revokedAt") BEGIN
  INSERT INTO tallies (name, value) VALUES ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END, -1), ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || OLD."productId", -1), ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END, 1), ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || NEW."productId", 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE products SET "keysAvailable" = "keysAvailable" + (NEW."itemId" IS NULL AND NEW."revokedAt" IS NULL) - (OLD."itemId" IS NULL AND OLD."revokedAt" IS NULL) WHERE id = NEW."productId";
END;

CREATE TRIGGER "keyTallied" AFTER INSERT ON "activationKeys" BEGIN
  INSERT INTO tallies (name, value) VALUES ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END, 1), ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || NEW."productId", 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE products SET "keysAvailable" = "keysAvailable" + (NEW."itemId" IS NULL AND NEW."revokedAt" IS NULL) WHERE id = NEW."productId";
END;

CREATE TRIGGER "keyUntallied" AFTER DELETE ON "activationKeys" BEGIN
  INSERT INTO tallies (name, value) VALUES ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END, -1), ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || OLD."productId", -1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE products SET "keysAvailable" = "keysAvailable" - (OLD."itemId" IS NULL AND OLD."revokedAt" IS NULL) WHERE id = OLD."productId";
END;

CREATE TABLE "adminEmailChanges" (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  "formerEmail" TEXT NOT NULL,
  "newEmail" TEXT NOT NULL,
  "confirmHash" TEXT NOT NULL UNIQUE,
  "stopHash" TEXT NOT NULL UNIQUE,
  "askedAt" TEXT NOT NULL,
  "confirmedAt" TEXT,
  "endedAt" TEXT
) STRICT;

CREATE INDEX "adminEmailChangesByUser" ON "adminEmailChanges" ("userId", "askedAt");

CREATE TABLE "affiliateSales" (
  id TEXT PRIMARY KEY,
  "purchaseId" TEXT NOT NULL UNIQUE REFERENCES purchases (id),
  "affiliateId" TEXT NOT NULL REFERENCES users (id),
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" >= 0),
  "commissionCents" INTEGER NOT NULL CHECK ("commissionCents" >= 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'reversed')),
  "createdAt" TEXT NOT NULL,
  "paidAt" TEXT
, "commissionHundredths" INTEGER CHECK ("commissionHundredths" >= 0), "payableAt" TEXT, "settledCents" INTEGER NOT NULL DEFAULT 0 CHECK ("settledCents" >= 0)) STRICT;

CREATE INDEX "affiliateSalesByAffiliate" ON "affiliateSales" ("affiliateId", "createdAt", id);

CREATE INDEX "affiliateSalesByState" ON "affiliateSales" (status, "createdAt", id);

CREATE INDEX "affiliateSalesByTime" ON "affiliateSales" ("createdAt", id);

CREATE INDEX "affiliateSalesOfAffiliateByState" ON "affiliateSales" ("affiliateId", status, "createdAt", id);

CREATE INDEX "affiliateSalesOwedBack" ON "affiliateSales" ("affiliateId") WHERE "settledCents" > CASE status WHEN 'reversed' THEN 0 ELSE "commissionCents" END;

CREATE TRIGGER "affiliateSaleChangesReports" AFTER UPDATE OF "purchaseId", "affiliateId", "commissionCents", "status" ON "affiliateSales" WHEN ((OLD."purchaseId" IS NOT NEW."purchaseId" OR OLD."affiliateId" IS NOT NEW."affiliateId" OR OLD."commissionCents" IS NOT NEW."commissionCents" OR OLD."status" IS NOT NEW."status") AND min(coalesce((SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "affiliateSaleEntersReports" AFTER INSERT ON "affiliateSales" WHEN (min(coalesce((SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "affiliateSaleLeavesReports" AFTER DELETE ON "affiliateSales" WHEN (min(coalesce((SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "affiliateSaleRetallied" AFTER UPDATE OF "status", "amountCents", "commissionCents" ON "affiliateSales" BEGIN
  UPDATE affiliates SET
    "pendingCount" = "pendingCount" - CASE WHEN OLD.status = 'pending' THEN 1 ELSE 0 END,
    "pendingCents" = "pendingCents" - CASE WHEN OLD.status = 'pending' THEN OLD."commissionCents" ELSE 0 END,
    "paidCount" = "paidCount" - CASE WHEN OLD.status = 'paid' THEN 1 ELSE 0 END,
    "paidCents" = "paidCents" - CASE WHEN OLD.status = 'paid' THEN OLD."commissionCents" ELSE 0 END,
    "reversedCount" = "reversedCount" - CASE WHEN OLD.status = 'reversed' THEN 1 ELSE 0 END,
    "reversedCents" = "reversedCents" - CASE WHEN OLD.status = 'reversed' THEN OLD."commissionCents" ELSE 0 END,
    "soldCents" = "soldCents" - CASE WHEN OLD.status <> 'reversed' THEN OLD."amountCents" ELSE 0 END
    WHERE "userId" = OLD."affiliateId";
  UPDATE affiliates SET
    "pendingCount" = "pendingCount" + CASE WHEN NEW.status = 'pending' THEN 1 ELSE 0 END,
    "pendingCents" = "pendingCents" + CASE WHEN NEW.status = 'pending' THEN NEW."commissionCents" ELSE 0 END,
    "paidCount" = "paidCount" + CASE WHEN NEW.status = 'paid' THEN 1 ELSE 0 END,
    "paidCents" = "paidCents" + CASE WHEN NEW.status = 'paid' THEN NEW."commissionCents" ELSE 0 END,
    "reversedCount" = "reversedCount" + CASE WHEN NEW.status = 'reversed' THEN 1 ELSE 0 END,
    "reversedCents" = "reversedCents" + CASE WHEN NEW.status = 'reversed' THEN NEW."commissionCents" ELSE 0 END,
    "soldCents" = "soldCents" + CASE WHEN NEW.status <> 'reversed' THEN NEW."amountCents" ELSE 0 END
    WHERE "userId" = NEW."affiliateId";
END;

CREATE TRIGGER "affiliateSaleTallied" AFTER INSERT ON "affiliateSales" BEGIN
  UPDATE affiliates SET
    "pendingCount" = "pendingCount" + CASE WHEN NEW.status = 'pending' THEN 1 ELSE 0 END,
    "pendingCents" = "pendingCents" + CASE WHEN NEW.status = 'pending' THEN NEW."commissionCents" ELSE 0 END,
    "paidCount" = "paidCount" + CASE WHEN NEW.status = 'paid' THEN 1 ELSE 0 END,
    "paidCents" = "paidCents" + CASE WHEN NEW.status = 'paid' THEN NEW."commissionCents" ELSE 0 END,
    "reversedCount" = "reversedCount" + CASE WHEN NEW.status = 'reversed' THEN 1 ELSE 0 END,
    "reversedCents" = "reversedCents" + CASE WHEN NEW.status = 'reversed' THEN NEW."commissionCents" ELSE 0 END,
    "soldCents" = "soldCents" + CASE WHEN NEW.status <> 'reversed' THEN NEW."amountCents" ELSE 0 END
    WHERE "userId" = NEW."affiliateId";
END;

CREATE TABLE affiliates (
  "userId" TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  "commissionHundredths" INTEGER NOT NULL CHECK ("commissionHundredths" BETWEEN 100 AND 5000),
  "createdAt" TEXT NOT NULL
, "pendingCount" INTEGER NOT NULL DEFAULT 0, "pendingCents" INTEGER NOT NULL DEFAULT 0, "paidCount" INTEGER NOT NULL DEFAULT 0, "paidCents" INTEGER NOT NULL DEFAULT 0, "reversedCount" INTEGER NOT NULL DEFAULT 0, "reversedCents" INTEGER NOT NULL DEFAULT 0, "soldCents" INTEGER NOT NULL DEFAULT 0, "pixKeyType" TEXT CHECK ("pixKeyType" IN ('cpf', 'cnpj', 'email', 'phone', 'random')), "pixKey" TEXT, "pixKeyHeldUntil" TEXT, "termsVersion" INTEGER, "termsAcceptedAt" TEXT, notes TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE "announcements" (
  "releaseId" TEXT NOT NULL REFERENCES releases (id),
  platform TEXT NOT NULL DEFAULT '' CHECK (platform IN ('', 'windows', 'macos', 'macos-intel', 'macos-arm', 'linux')),
  state TEXT NOT NULL CHECK (state IN ('sending', 'done', 'stopped')),
  audience INTEGER NOT NULL CHECK (audience >= 0),
  "lastCustomerId" TEXT NOT NULL DEFAULT '',
  "queuedAt" TEXT,
  "createdAt" TEXT NOT NULL,
  "endedAt" TEXT,
  PRIMARY KEY ("releaseId", platform),
  CHECK ((state = 'sending') = ("endedAt" IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX "announcementsSending" ON announcements ("createdAt") WHERE state = 'sending';

CREATE TABLE "apiTokens" (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  words TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  "createdBy" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT,
  "lastUsedAt" TEXT,
  "revokedAt" TEXT
) STRICT;

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  "actorId" TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  "entityId" TEXT NOT NULL,
  fields TEXT NOT NULL
, kind TEXT GENERATED ALWAYS AS (CASE substr(action, 1, instr(action, '.') - 1) WHEN 'upload' THEN 'product' WHEN 'affiliate_sale' THEN 'affiliate' ELSE substr(action, 1, instr(action, '.') - 1) END) VIRTUAL, count INTEGER CHECK (count >= 1), changes TEXT, "actorRole" TEXT, "actorSession" TEXT, seal TEXT) STRICT;

CREATE INDEX "auditByActor" ON audit ("actorId", id);

CREATE INDEX "auditByEntity" ON audit (entity, "entityId", id);

CREATE INDEX "auditByKind" ON audit (kind, id);

CREATE INDEX "auditByKindAndTime" ON audit (kind, at, id);

CREATE INDEX "auditByThing" ON audit ("entityId", id);

CREATE INDEX "auditByTime" ON audit (at);

CREATE TRIGGER "auditIsNeverChanged" BEFORE UPDATE ON "audit" WHEN (OLD.seal IS NOT NULL OR NEW.seal IS NULL OR OLD."id" IS NOT NEW."id" OR OLD."at" IS NOT NEW."at" OR OLD."actorId" IS NOT NEW."actorId" OR OLD."action" IS NOT NEW."action" OR OLD."entity" IS NOT NEW."entity" OR OLD."entityId" IS NOT NEW."entityId" OR OLD."fields" IS NOT NEW."fields" OR OLD."count" IS NOT NEW."count" OR OLD."changes" IS NOT NEW."changes" OR OLD."actorRole" IS NOT NEW."actorRole" OR OLD."actorSession" IS NOT NEW."actorSession") BEGIN
  SELECT RAISE(ABORT, 'the audit trail is append-only');
END;

CREATE TRIGGER "auditIsNeverDeleted" BEFORE DELETE ON "audit" BEGIN
  SELECT RAISE(ABORT, 'the audit trail is append-only');
END;

CREATE TRIGGER "auditTallied" AFTER INSERT ON "audit" BEGIN
  INSERT INTO tallies (name, value) VALUES ('audit:' || NEW.kind, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TABLE backups (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL CHECK (origin IN ('night', 'asked')),
  state TEXT NOT NULL CHECK (state IN ('running', 'verified', 'failed', 'removed')),
  "startedAt" TEXT NOT NULL,
  "endedAt" TEXT,
  "madeAt" TEXT,
  "sizeBytes" INTEGER,
  files INTEGER,
  "hasKeyFile" INTEGER NOT NULL CHECK ("hasKeyFile" IN (0, 1)),
  "isEncrypted" INTEGER NOT NULL CHECK ("isEncrypted" IN (0, 1)),
  folder TEXT,
  bucket TEXT,
  problem TEXT,
  CHECK ((state = 'running') = ("endedAt" IS NULL)),
  CHECK (state <> 'verified' OR ("madeAt" IS NOT NULL AND (folder IS NOT NULL OR bucket IS NOT NULL)))
) STRICT;

CREATE INDEX "backupsByStart" ON backups ("startedAt");

CREATE TABLE "bankAccounts" (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  "firstUsedAt" TEXT NOT NULL,
  "lastUsedAt" TEXT NOT NULL
) STRICT;

CREATE TABLE "bankCharges" (
  provider TEXT NOT NULL,
  "chargeId" TEXT NOT NULL,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id) ON DELETE CASCADE,
  PRIMARY KEY (provider, "chargeId")
) STRICT, WITHOUT ROWID;

CREATE TABLE "bankDifferences" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('unknown_payment', 'not_booked', 'other_amount', 'unknown_sale', 'unread_row')),
  subject TEXT NOT NULL,
  "purchaseId" TEXT REFERENCES purchases (id),
  "bankCents" INTEGER,
  "arrivedAt" TEXT,
  payer TEXT,
  description TEXT,
  "foundAt" TEXT NOT NULL,
  "resolvedAt" TEXT,
  UNIQUE (provider, kind, subject)
) STRICT;

CREATE INDEX "bankDifferencesByPurchase" ON "bankDifferences" ("purchaseId") WHERE "purchaseId" IS NOT NULL;

CREATE INDEX "bankDifferencesOpen" ON "bankDifferences" ("foundAt") WHERE "resolvedAt" IS NULL;

CREATE TABLE "bankPayments" (
  account TEXT NOT NULL,
  "paymentId" TEXT NOT NULL,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  PRIMARY KEY (account, "paymentId")
) STRICT, WITHOUT ROWID;

CREATE TABLE "bankSweeps" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL,
  "startedAt" TEXT NOT NULL,
  "finishedAt" TEXT,
  payments INTEGER NOT NULL DEFAULT 0 CHECK (payments >= 0)
) STRICT;

CREATE INDEX "bankSweepsByEnd" ON "bankSweeps" (provider, "to");

CREATE UNIQUE INDEX "bankSweepsOpen" ON "bankSweeps" (provider) WHERE "finishedAt" IS NULL;

CREATE TABLE "bankWindows" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  "sweepId" INTEGER NOT NULL REFERENCES "bankSweeps" (id) ON DELETE CASCADE,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL CHECK ("to" > "from"),
  "finishedAt" TEXT,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
  "lastError" TEXT,
  UNIQUE ("sweepId", "from")
) STRICT;

CREATE TABLE "buyerSessions" (
  id TEXT PRIMARY KEY,
  "customerId" TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL
) STRICT;

CREATE INDEX "buyerSessionsByCustomer" ON "buyerSessions" ("customerId");

CREATE INDEX "buyerSessionsByExpiry" ON "buyerSessions" ("expiresAt");

CREATE TABLE "buyerTokens" (
  id TEXT PRIMARY KEY,
  "customerId" TEXT REFERENCES customers (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'new_email', 'stop_email')),
  "tokenHash" TEXT NOT NULL UNIQUE,
  "codeHash" TEXT,
  "newEmail" TEXT,
  "formerEmail" TEXT,
  "expiresAt" TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  "usedAt" TEXT
) STRICT;

CREATE INDEX "buyerTokensByCustomer" ON "buyerTokens" ("customerId");

CREATE INDEX "buyerTokensByExpiry" ON "buyerTokens" ("expiresAt");

CREATE TABLE categories (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
, "plainName" TEXT NOT NULL DEFAULT '', "shelfText" TEXT NOT NULL DEFAULT '') STRICT;

CREATE UNIQUE INDEX "categoriesByPlainName" ON categories ("plainName");

CREATE TABLE certificates (
  domain TEXT PRIMARY KEY CHECK (length(domain) BETWEEN 1 AND 253),
  "startsAt" TEXT,
  "endsAt" TEXT,
  "storedAt" TEXT,
  "isRehearsed" INTEGER NOT NULL DEFAULT 0 CHECK ("isRehearsed" IN (0, 1)),
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  "failedAt" TEXT,
  problem TEXT,
  "retryAt" TEXT,
  "heldUntil" TEXT,
  CHECK (("startsAt" IS NULL) = ("endsAt" IS NULL) AND ("startsAt" IS NULL) = ("storedAt" IS NULL)),
  CHECK ((failures = 0) = ("failedAt" IS NULL) AND (failures = 0) = (problem IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE challenges (
  token TEXT PRIMARY KEY CHECK (length(token) BETWEEN 1 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('http', 'alpn')),
  domain TEXT NOT NULL,
  response TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "changedHours" (id INTEGER PRIMARY KEY, hour TEXT NOT NULL) STRICT;

CREATE INDEX "changedHoursByHour" ON "changedHours" (hour);

CREATE TABLE "chosenBanks" (
  account TEXT PRIMARY KEY CHECK (length(account) BETWEEN 1 AND 64),
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  "isCurrent" INTEGER NOT NULL CHECK ("isCurrent" IN (0, 1)),
  "chosenAt" TEXT NOT NULL,
  "chosenBy" TEXT NOT NULL,
  "replacedAt" TEXT,
  CHECK (("replacedAt" IS NULL) = ("isCurrent" = 1))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX "oneChosenBankIsCurrent" ON "chosenBanks" ("isCurrent") WHERE "isCurrent" = 1;

CREATE TABLE "codeApps" (
  "userId" TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "confirmedAt" TEXT,
  "lastStep" INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE "coupons" (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL CHECK (code = upper(code) AND length(code) > 0),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('PERCENT', 'FIXED', 'AFFILIATE')),
  "discountHundredths" INTEGER NOT NULL CHECK ("discountHundredths" > 0 AND (type = 'FIXED' OR "discountHundredths" <= 10000)),
  "maxUses" INTEGER CHECK ("maxUses" >= 1),
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0 AND ("maxUses" IS NULL OR used <= "maxUses")),
  "validFrom" TEXT NOT NULL,
  "validTo" TEXT NOT NULL CHECK ("validTo" >= "validFrom"),
  "isActive" INTEGER NOT NULL CHECK ("isActive" IN (0, 1)),
  "affiliateId" TEXT REFERENCES users (id) ON DELETE SET NULL,
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL
, "withdrawnAt" TEXT CHECK ("withdrawnAt" IS NULL OR "isActive" = 0), "wordsHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN code || ' ' || name || ' ' || description GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(code || ' ' || name || ' ' || description), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "words" TEXT GENERATED ALWAYS AS (CASE WHEN code || ' ' || name || ' ' || description GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("wordsHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower(code || ' ' || name || ' ' || description) END) STORED, "nameOrderHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "nameOrder" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("nameOrderHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower(name) END) STORED, "productIds" TEXT NOT NULL DEFAULT '[]', "perCustomer" INTEGER CHECK ("perCustomer" >= 1), "onlyOwnersOf" TEXT) STRICT;

CREATE UNIQUE INDEX "couponsByAffiliate" ON coupons ("affiliateId") WHERE "affiliateId" IS NOT NULL AND "withdrawnAt" IS NULL;

CREATE UNIQUE INDEX "couponsByCode" ON coupons (lower(code)) WHERE "withdrawnAt" IS NULL;

CREATE INDEX "couponsByName" ON coupons ("nameOrder", id) WHERE "withdrawnAt" IS NULL;

CREATE INDEX "couponsByWords" ON coupons (words, id);

CREATE TABLE "customerNotes" (
  id TEXT PRIMARY KEY,
  "customerId" TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  "authorId" TEXT NOT NULL,
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  "createdAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX "notesOfCustomer" ON "customerNotes" ("customerId", "createdAt");

CREATE VIRTUAL TABLE "customerSearch" USING fts5 (words, content = 'customerWords', content_rowid = 'number', tokenize = 'trigram case_sensitive 1');

CREATE TABLE "customerWords" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;

CREATE TRIGGER "customerWordsChanged" AFTER UPDATE OF "words" ON "customerWords" WHEN (NEW.words <> OLD.words AND EXISTS (SELECT 1 FROM "customerSearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "customerSearch" ("customerSearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
  INSERT INTO "customerSearch" (rowid, words) VALUES (NEW.number, NEW.words);
END;

CREATE TRIGGER "customerWordsRemoved" AFTER DELETE ON "customerWords" WHEN (EXISTS (SELECT 1 FROM "customerSearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "customerSearch" ("customerSearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;

CREATE TABLE "customers" (
  id TEXT PRIMARY KEY,
  name TEXT,
  email TEXT UNIQUE CHECK (email = lower(email)),
  "createdAt" TEXT NOT NULL,
  "erasedAt" TEXT, "purchaseCount" INTEGER NOT NULL DEFAULT 0, "saleCount" INTEGER NOT NULL DEFAULT 0, "totalSpentCents" INTEGER NOT NULL DEFAULT 0, "lastPurchaseAt" TEXT, "firstSaleAt" TEXT, "nameOrderHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "nameOrder" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("nameOrderHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower(name) END) STORED, "wantsUpdates" INTEGER NOT NULL DEFAULT 1 CHECK ("wantsUpdates" IN (0, 1)), "wantsReminders" INTEGER NOT NULL DEFAULT 1 CHECK ("wantsReminders" IN (0, 1)), bounces INTEGER NOT NULL DEFAULT 0, "bouncedAt" TEXT, "wantsReviewNotices" INTEGER NOT NULL DEFAULT 1 CHECK ("wantsReviewNotices" IN (0, 1)),
  CHECK (("erasedAt" IS NULL) = (email IS NOT NULL))
) STRICT;

CREATE INDEX "customersByCreation" ON customers ("createdAt", id) WHERE "erasedAt" IS NULL;

CREATE INDEX "customersByEmail" ON customers (email, id) WHERE "erasedAt" IS NULL;

CREATE INDEX "customersByFirstSale" ON customers ("firstSaleAt") WHERE "firstSaleAt" IS NOT NULL;

CREATE INDEX "customersByLastPurchase" ON customers ("lastPurchaseAt", id) WHERE "erasedAt" IS NULL;

CREATE INDEX "customersByName" ON customers ("nameOrder", id) WHERE "erasedAt" IS NULL;

CREATE INDEX "customersByPurchases" ON customers ("purchaseCount", id) WHERE "erasedAt" IS NULL;

CREATE INDEX "customersBySpending" ON customers ("totalSpentCents", id) WHERE "erasedAt" IS NULL;

CREATE TRIGGER "buyerTallied" AFTER UPDATE OF "saleCount" ON "customers" WHEN ((OLD."saleCount" > 0) <> (NEW."saleCount" > 0)) BEGIN
  INSERT INTO tallies (name, value) VALUES ('buyers', CASE WHEN NEW."saleCount" > 0 THEN 1 ELSE -1 END)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER "customerBecomesSearchable" AFTER INSERT ON "customers" BEGIN
  INSERT INTO "customerWords" (id, words) VALUES (NEW.id, (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(coalesce(NEW."name", '') || char(10) || coalesce(NEW."email", '')) AS lowered)));
END;

CREATE TRIGGER "customerChangesReports" AFTER UPDATE OF "firstSaleAt" ON "customers" WHEN ((OLD."firstSaleAt" IS NOT NEW."firstSaleAt") AND min(coalesce(OLD."firstSaleAt", '9999'), coalesce(NEW."firstSaleAt", '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."firstSaleAt" AS moment UNION ALL SELECT NEW."firstSaleAt" AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "customerChangesWords" AFTER UPDATE OF "name", "email" ON "customers" WHEN (OLD."name" IS NOT NEW."name" OR OLD."email" IS NOT NEW."email") BEGIN
  UPDATE "customerWords" SET words = (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(coalesce(NEW."name", '') || char(10) || coalesce(NEW."email", '')) AS lowered)) WHERE id = NEW.id;
END;

CREATE TRIGGER "customerEntersReports" AFTER INSERT ON "customers" WHEN (coalesce(NEW."firstSaleAt", '9999') < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT NEW."firstSaleAt" AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "customerLeavesReports" AFTER DELETE ON "customers" WHEN (coalesce(OLD."firstSaleAt", '9999') < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."firstSaleAt" AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "customerLosesWords" AFTER DELETE ON "customers" BEGIN
  DELETE FROM "customerWords" WHERE id = OLD.id;
END;

CREATE TRIGGER "customerRetallied" AFTER UPDATE OF "erasedAt" ON "customers" WHEN ((OLD."erasedAt" IS NULL) <> (NEW."erasedAt" IS NULL)) BEGIN
  INSERT INTO tallies (name, value) VALUES ('customers', CASE WHEN NEW."erasedAt" IS NULL THEN 1 ELSE 0 END - CASE WHEN OLD."erasedAt" IS NULL THEN 1 ELSE 0 END)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER "customerTallied" AFTER INSERT ON "customers" BEGIN
  INSERT INTO tallies (name, value) VALUES ('customers', CASE WHEN NEW."erasedAt" IS NULL THEN 1 ELSE 0 END)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TABLE "declinedNotifications" (
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  PRIMARY KEY ("userId", kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE "encryptedSettings" (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  value TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "updatedBy" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "fileDownloads" (
  "itemId" TEXT NOT NULL,
  "fileId" TEXT NOT NULL REFERENCES "releaseFiles" (id) ON DELETE CASCADE,
  hour TEXT NOT NULL,
  PRIMARY KEY ("itemId", "fileId", hour)
) STRICT;

CREATE INDEX "fileDownloadsByFile" ON "fileDownloads" ("fileId");

CREATE TABLE "fileTransfers" (
  id TEXT PRIMARY KEY NOT NULL,
  "releaseId" TEXT NOT NULL,
  "actorId" TEXT NOT NULL,
  platform TEXT NOT NULL,
  label TEXT NOT NULL,
  "fileName" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL CHECK ("sizeBytes" > 0),
  "storedAs" TEXT NOT NULL UNIQUE,
  "offsetBytes" INTEGER NOT NULL CHECK ("offsetBytes" BETWEEN 0 AND "sizeBytes"),
  "storeState" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "finishedAt" TEXT
, "leasedBy" TEXT, "leasedUntil" TEXT CHECK (("leasedBy" IS NULL) = ("leasedUntil" IS NULL))) STRICT;

CREATE TABLE "hookDeliveries" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  "hookId" TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
  "eventId" TEXT NOT NULL REFERENCES "shopEvents" (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'given_up')),
  tries INTEGER NOT NULL CHECK (tries >= 0),
  attempts TEXT NOT NULL,
  "nextAttemptAt" TEXT NOT NULL,
  "lastAttemptAt" TEXT,
  "createdAt" TEXT NOT NULL,
  UNIQUE ("eventId", "hookId")
) STRICT;

CREATE INDEX "hookDeliveriesDue" ON "hookDeliveries" ("hookId", "nextAttemptAt") WHERE state = 'waiting';

CREATE INDEX "hookDeliveriesOfHook" ON "hookDeliveries" ("hookId", id);

CREATE INDEX "hookDeliveriesTried" ON "hookDeliveries" ("hookId", "lastAttemptAt") WHERE "lastAttemptAt" IS NOT NULL;

CREATE TABLE hooks (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('standard', 'discord', 'telegram')),
  description TEXT NOT NULL CHECK (length(description) BETWEEN 1 AND 80),
  address TEXT NOT NULL,
  events TEXT NOT NULL,
  "includeKeys" INTEGER NOT NULL CHECK ("includeKeys" IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
  "stateAt" TEXT NOT NULL,
  "stateBy" TEXT,
  "failingSince" TEXT,
  "createdAt" TEXT NOT NULL
) STRICT;

CREATE TABLE "idempotentCalls" (
  "tokenId" TEXT NOT NULL,
  "keyHash" TEXT NOT NULL,
  "requestHash" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  status INTEGER,
  body TEXT,
  PRIMARY KEY ("tokenId", "keyHash")
) STRICT;

CREATE TABLE "importLines" (
  "importId" TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  cells TEXT NOT NULL,
  problem TEXT,
  PRIMARY KEY ("importId", line)
) STRICT, WITHOUT ROWID;

CREATE TABLE "importProblems" (
  "importId" TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY ("importId", line)
) STRICT, WITHOUT ROWID;

CREATE TABLE "importSales" (
  "importId" TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  email TEXT NOT NULL,
  sale TEXT NOT NULL,
  PRIMARY KEY ("importId", position)
) STRICT, WITHOUT ROWID;

CREATE INDEX "importSalesByEmail" ON "importSales" (email);

CREATE TABLE "importedCustomers" (
  "customerId" TEXT PRIMARY KEY,
  "importId" TEXT NOT NULL REFERENCES imports (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX "importedCustomersByImport" ON "importedCustomers" ("importId", "customerId");

CREATE TABLE "importedProducts" (
  "productId" TEXT PRIMARY KEY,
  "importId" TEXT NOT NULL REFERENCES imports (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX "importedProductsByImport" ON "importedProducts" ("importId");

CREATE TABLE "importedSales" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  "importId" TEXT NOT NULL REFERENCES imports (id),
  source TEXT NOT NULL,
  "externalId" TEXT NOT NULL,
  "affiliateCode" TEXT,
  UNIQUE (source, "externalId")
) STRICT, WITHOUT ROWID;

CREATE INDEX "importedSalesByImport" ON "importedSales" ("importId", "purchaseId");

CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  "fileName" TEXT NOT NULL,
  "fileBytes" INTEGER NOT NULL CHECK ("fileBytes" >= 0),
  encoding TEXT NOT NULL,
  delimiter TEXT NOT NULL,
  header TEXT NOT NULL,
  columns TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reading', 'checked', 'importing', 'done', 'undoing', 'undone')),
  counts TEXT NOT NULL,
  products TEXT NOT NULL,
  rates TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0 CHECK (position >= 0),
  kept INTEGER NOT NULL DEFAULT 0 CHECK (kept >= 0),
  announces INTEGER NOT NULL DEFAULT 0 CHECK (announces IN (0, 1)),
  "cursor" TEXT,
  "createdBy" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "startedAt" TEXT,
  "endedAt" TEXT
) STRICT;

CREATE INDEX "importsByCreation" ON imports ("createdAt", id);

CREATE INDEX "importsUnderWay" ON imports (state) WHERE state IN ('importing', 'undoing');

CREATE TABLE incidents (
  subject TEXT PRIMARY KEY CHECK (subject IN ('backup', 'bank', 'certificate', 'disk')),
  "beganAt" TEXT,
  "toldAt" TEXT,
  "isTold" INTEGER NOT NULL DEFAULT 0 CHECK ("isTold" IN (0, 1)),
  CHECK ("isTold" = 0 OR ("beganAt" IS NOT NULL AND "toldAt" IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE installation (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  "beganAt" TEXT NOT NULL,
  "finishedAt" TEXT
) STRICT;

CREATE TABLE "installationLinks" (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  "expiresAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "installationSteps" (
  step TEXT PRIMARY KEY CHECK (length(step) BETWEEN 1 AND 20),
  outcome TEXT NOT NULL CHECK (outcome IN ('saved', 'skipped')),
  "endedAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL CHECK (email = lower(email)),
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'finance', 'support', 'content')),
  "tokenHash" TEXT NOT NULL UNIQUE,
  "invitedBy" TEXT NOT NULL REFERENCES users (id),
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL,
  "endedAt" TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX "invitationsOpen" ON invitations (email) WHERE "endedAt" IS NULL;

CREATE TABLE invoices (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  state TEXT NOT NULL CHECK (state IN ('requested', 'queued', 'issued', 'failed', 'cancel_needed', 'cancelled')),
  "takerKind" TEXT NOT NULL CHECK ("takerKind" IN ('cpf', 'cnpj')),
  "takerDocument" TEXT NOT NULL,
  "takerName" TEXT NOT NULL,
  "takerAddress" TEXT,
  number TEXT,
  url TEXT,
  "storedAs" TEXT,
  provider TEXT,
  "providerReference" TEXT NOT NULL UNIQUE,
  error TEXT,
  "requestedAt" TEXT NOT NULL,
  "dueAt" TEXT NOT NULL,
  "sentAt" TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  "nextTryAt" TEXT,
  "issuedAt" TEXT,
  words TEXT NOT NULL,
  CHECK (state <> 'issued' OR (number IS NOT NULL AND "issuedAt" IS NOT NULL AND provider IS NOT NULL)),
  CHECK ("nextTryAt" IS NULL OR state = 'queued')
) STRICT;

CREATE INDEX "invoicesByDay" ON invoices ("dueAt");

CREATE INDEX "invoicesByState" ON invoices (state, "dueAt");

CREATE INDEX "invoicesToSend" ON invoices ("nextTryAt") WHERE "nextTryAt" IS NOT NULL;

CREATE TABLE "keptReports" (since TEXT PRIMARY KEY, until TEXT NOT NULL, shape INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE "keySearch" USING fts5 (words, content = 'keyWords', content_rowid = 'number', tokenize = 'trigram case_sensitive 1');

CREATE TABLE "keyWords" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;

CREATE TRIGGER "keyWordsChanged" AFTER UPDATE OF "words" ON "keyWords" WHEN (NEW.words <> OLD.words AND EXISTS (SELECT 1 FROM "keySearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "keySearch" ("keySearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
  INSERT INTO "keySearch" (rowid, words) VALUES (NEW.number, NEW.words);
END;

CREATE TRIGGER "keyWordsRemoved" AFTER DELETE ON "keyWords" WHEN (EXISTS (SELECT 1 FROM "keySearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "keySearch" ("keySearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;

CREATE TABLE "kitParts" (
  "kitId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  PRIMARY KEY ("kitId", position),
  UNIQUE ("kitId", "productId")
) STRICT, WITHOUT ROWID;

CREATE INDEX "kitPartsByProduct" ON "kitParts" ("productId");

CREATE TABLE "knownDevices" (
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  "seenAt" TEXT NOT NULL,
  PRIMARY KEY ("userId", hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE machines (
  id TEXT NOT NULL PRIMARY KEY,
  "keyId" TEXT NOT NULL REFERENCES "activationKeys" (id),
  "fingerprintHash" TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) <= 60),
  platform TEXT CHECK (length(platform) <= 40),
  "pluginVersion" TEXT CHECK (length("pluginVersion") <= 30),
  host TEXT CHECK (length(host) <= 40),
  "firstSeenAt" TEXT NOT NULL,
  "lastSeenAt" TEXT NOT NULL,
  "releasedAt" TEXT,
  "releasedBy" TEXT CHECK ("releasedBy" IN ('plugin', 'buyer', 'admin', 'idle')), "offlineUntil" TEXT,
  CHECK (("releasedAt" IS NULL) = ("releasedBy" IS NULL))
) STRICT;

CREATE UNIQUE INDEX "machinesActive" ON machines ("keyId", "fingerprintHash") WHERE "releasedAt" IS NULL;

CREATE INDEX "machinesOfKey" ON machines ("keyId", "releasedAt");

CREATE INDEX "machinesReleased" ON machines ("releasedAt") WHERE "releasedAt" IS NOT NULL;

CREATE TABLE "mailAccounts" (
  account TEXT PRIMARY KEY CHECK (account IN ('shop', 'notices')),
  "refusedAt" TEXT,
  refusals INTEGER NOT NULL,
  "noticesFrom" TEXT
) STRICT;

CREATE TABLE "mailKinds" (kind TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE "mailTests" (
  id TEXT PRIMARY KEY NOT NULL,
  "requestedBy" TEXT NOT NULL,
  "requestedAt" TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  reason TEXT,
  "endedAt" TEXT,
  CHECK ((state = 'waiting') = ("endedAt" IS NULL))
) STRICT;

CREATE INDEX "mailTestsByTime" ON "mailTests" ("requestedAt");

CREATE TABLE "movedPurchases" (
  "tokenId" TEXT NOT NULL REFERENCES "buyerTokens" (id) ON DELETE CASCADE,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id) ON DELETE CASCADE,
  PRIMARY KEY ("tokenId", "purchaseId")
) STRICT, WITHOUT ROWID;

CREATE INDEX "movedPurchasesByPurchase" ON "movedPurchases" ("purchaseId");

CREATE TABLE notifications (
  "deviceId" TEXT NOT NULL,
  kind TEXT NOT NULL,
  "subjectId" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  PRIMARY KEY ("deviceId", kind, "subjectId")
) STRICT, WITHOUT ROWID;

CREATE TABLE "notifiedDevices" (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  endpoint TEXT NOT NULL CHECK (length(endpoint) <= 2048),
  "publicKey" TEXT NOT NULL,
  "authSecret" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "nextAttemptAt" TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX "notifiedDevicesByUser" ON "notifiedDevices" ("userId");

CREATE TABLE offers (
  id TEXT NOT NULL PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  "offeredProductId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 50),
  headline TEXT NOT NULL,
  text TEXT NOT NULL,
  "isActive" INTEGER NOT NULL CHECK ("isActive" IN (0, 1)),
  "shownCount" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TEXT NOT NULL,
  CHECK ("productId" <> "offeredProductId")
) STRICT;

CREATE INDEX "offersByOfferedProduct" ON offers ("offeredProductId");

CREATE INDEX "offersByProduct" ON offers ("productId", "createdAt", id);

CREATE TABLE "offersShown" (day TEXT PRIMARY KEY, shown INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE "openPurchases" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
  network TEXT CHECK (length(network) = 64),
  "awaitedAt" TEXT
) STRICT;

CREATE INDEX "openPurchasesAwaited" ON "openPurchases" ("awaitedAt") WHERE "awaitedAt" IS NOT NULL;

CREATE INDEX "openPurchasesByNetwork" ON "openPurchases" (network);

CREATE TABLE "openingCodes" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
  "nameHash" TEXT NOT NULL,
  "codeHash" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
  "usedAt" TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX "openingCodesByName" ON "openingCodes" ("nameHash");

CREATE TABLE "outbox" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL REFERENCES "mailKinds" (kind),
  "purchaseId" TEXT REFERENCES purchases (id),
  dedup TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  "nextAttemptAt" TEXT NOT NULL,
  "lastError" TEXT,
  "createdAt" TEXT NOT NULL,
  "sentAt" TEXT,
  "requeuedAt" TEXT,
  "customerId" TEXT REFERENCES customers (id) ON DELETE CASCADE,
  "releaseId" TEXT,
  payload TEXT, platform TEXT NOT NULL DEFAULT '', "isNotice" INTEGER NOT NULL DEFAULT 0 CHECK ("isNotice" IN (0, 1)), "bouncedAt" TEXT,
  CHECK ("purchaseId" IS NOT NULL OR "customerId" IS NOT NULL OR payload IS NOT NULL)
) STRICT;

CREATE INDEX "mailSent" ON outbox ("isNotice", "sentAt") WHERE "sentAt" IS NOT NULL;

CREATE UNIQUE INDEX "noticeOfRelease" ON outbox ("releaseId", platform, "customerId") WHERE "releaseId" IS NOT NULL AND "customerId" IS NOT NULL;

CREATE INDEX "noticesByState" ON outbox ("releaseId", state) WHERE "releaseId" IS NOT NULL;

CREATE INDEX "outboxByCustomer" ON outbox ("customerId") WHERE "customerId" IS NOT NULL;

CREATE INDEX "outboxByPurchase" ON outbox ("purchaseId", "createdAt");

CREATE INDEX "outboxDue" ON outbox ("isNotice", "nextAttemptAt") WHERE state = 'waiting';

CREATE INDEX "outboxGivenUp" ON outbox (id) WHERE state = 'given_up';

CREATE TABLE "partnerApplications" (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused')),
  "createdAt" TEXT NOT NULL,
  "decidedAt" TEXT,
  CHECK ((state = 'waiting') = ("decidedAt" IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE "partnerClicks" (
  "affiliateId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  clicks INTEGER NOT NULL CHECK (clicks > 0),
  PRIMARY KEY ("affiliateId", day)
) STRICT, WITHOUT ROWID;

CREATE TABLE "partnerMaterials" (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('picture', 'text')),
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  "createdAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "partnerSessions" (
  id TEXT PRIMARY KEY,
  "affiliateId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  "expiresAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX "partnerSessionsOfAffiliate" ON "partnerSessions" ("affiliateId");

CREATE TABLE "partnerTerms" (
  version INTEGER NOT NULL PRIMARY KEY CHECK (version > 0),
  text TEXT NOT NULL,
  "createdAt" TEXT NOT NULL
) STRICT;

CREATE TABLE "partnerTokens" (
  id TEXT PRIMARY KEY,
  "affiliateId" TEXT REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'pix_key')),
  "tokenHash" TEXT NOT NULL UNIQUE,
  "pixKeyType" TEXT,
  "pixKey" TEXT,
  "expiresAt" TEXT NOT NULL,
  "usedAt" TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX "partnerTokensByEnd" ON "partnerTokens" ("expiresAt");

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  domain TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  "publicKey" TEXT NOT NULL,
  counter INTEGER NOT NULL CHECK (counter >= 0),
  "createdAt" TEXT NOT NULL,
  "lastUsedAt" TEXT,
  "clonedAt" TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX "passkeysOfUser" ON passkeys ("userId");

CREATE TABLE "payoutLines" (
  "payoutId" TEXT NOT NULL REFERENCES payouts (id),
  "saleId" TEXT NOT NULL REFERENCES "affiliateSales" (id),
  "fromCents" INTEGER NOT NULL CHECK ("fromCents" >= 0),
  "toCents" INTEGER NOT NULL CHECK ("toCents" >= 0),
  PRIMARY KEY ("payoutId", "saleId"),
  UNIQUE ("saleId", "fromCents")
) STRICT, WITHOUT ROWID;

CREATE TABLE payouts (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE CHECK (number > 0),
  "affiliateId" TEXT NOT NULL REFERENCES users (id),
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" > 0),
  "saleCount" INTEGER NOT NULL CHECK ("saleCount" > 0),
  "pixKeyType" TEXT NOT NULL CHECK ("pixKeyType" IN ('cpf', 'cnpj', 'email', 'phone', 'random')),
  "pixKey" TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'cancelled')),
  "createdAt" TEXT NOT NULL,
  "paidAt" TEXT,
  "cancelledAt" TEXT,
  note TEXT NOT NULL DEFAULT '',
  "invoiceUrl" TEXT NOT NULL DEFAULT '',
  CHECK ((state = 'paid') = ("paidAt" IS NOT NULL)),
  CHECK ((state = 'cancelled') = ("cancelledAt" IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX "openPayouts" ON payouts ("affiliateId") WHERE state = 'open';

CREATE INDEX "payoutsByTime" ON payouts ("createdAt", id);

CREATE INDEX "payoutsOfAffiliate" ON payouts ("affiliateId", "createdAt", id);

CREATE TABLE "productHosts" (
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  host TEXT NOT NULL,
  "minVersion" TEXT NOT NULL,
  "maxVersion" TEXT,
  "testedVersion" TEXT NOT NULL,
  PRIMARY KEY ("productId", host)
) STRICT;

CREATE INDEX "productHostsByHost" ON "productHosts" (host);

CREATE VIRTUAL TABLE "productSearch" USING fts5 (words, content = 'productWords', content_rowid = 'number', tokenize = 'trigram case_sensitive 1');

CREATE TABLE "productSlugs" (
  slug TEXT PRIMARY KEY NOT NULL,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX "productSlugsByProduct" ON "productSlugs" ("productId");

CREATE TABLE "productTerms" (
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  PRIMARY KEY ("productId", version)
) STRICT;

CREATE TABLE "productWords" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;

CREATE TRIGGER "productWordsChanged" AFTER UPDATE OF "words" ON "productWords" WHEN (NEW.words <> OLD.words AND EXISTS (SELECT 1 FROM "productSearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "productSearch" ("productSearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
  INSERT INTO "productSearch" (rowid, words) VALUES (NEW.number, NEW.words);
END;

CREATE TRIGGER "productWordsRemoved" AFTER DELETE ON "productWords" WHEN (EXISTS (SELECT 1 FROM "productSearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "productSearch" ("productSearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;

CREATE TABLE "products" (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 0),
  "originalPriceCents" INTEGER CHECK ("originalPriceCents" >= 0),
  status TEXT NOT NULL CHECK (status IN ('active', 'Em revisão', 'Inativo')),
  image TEXT NOT NULL,
  "categoryId" TEXT REFERENCES categories (id) ON DELETE SET NULL,
  "systemRequirements" TEXT NOT NULL,
  "isFeatured" INTEGER NOT NULL CHECK ("isFeatured" IN (0, 1)),
  "downloadUrl" TEXT NOT NULL,
  "requiresActivation" INTEGER NOT NULL CHECK ("requiresActivation" IN (0, 1)),
  "videoUrl" TEXT,
  downloads INTEGER NOT NULL DEFAULT 0 CHECK (downloads >= 0),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "withdrawnAt" TEXT
, "nameOrderHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "nameOrder" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("nameOrderHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower(name) END) STORED, "keysAvailable" INTEGER NOT NULL DEFAULT 0, "buyersWaiting" INTEGER NOT NULL DEFAULT 0, "publishedAt" TEXT, "licenseTerms" TEXT CHECK (length("licenseTerms") BETWEEN 1 AND 60), "updatePolicy" TEXT NOT NULL DEFAULT 'always'
  CHECK ("updatePolicy" IN ('always', 'major', 'months')), "updateMonths" INTEGER
  CHECK (("updatePolicy" = 'months' AND "updateMonths" BETWEEN 1 AND 60) OR ("updatePolicy" <> 'months' AND "updateMonths" IS NULL)), "currentVersion" TEXT, "keySource" TEXT NOT NULL DEFAULT 'pool' CHECK ("keySource" IN ('pool', 'made')), "keyPrefix" TEXT
  CHECK (length("keyPrefix") BETWEEN 2 AND 6) CHECK ("keySource" = 'pool' OR "keyPrefix" IS NOT NULL), "machineLimit" INTEGER CHECK ("machineLimit" BETWEEN 1 AND 100), "offlineDays" INTEGER NOT NULL DEFAULT 30 CHECK ("offlineDays" BETWEEN 7 AND 365), "idleDays" INTEGER NOT NULL DEFAULT 90 CHECK ("idleDays" BETWEEN 30 AND 365), slug TEXT, tagline TEXT NOT NULL DEFAULT '', body TEXT NOT NULL DEFAULT '', media TEXT NOT NULL DEFAULT '[]', faq TEXT NOT NULL DEFAULT '[]', systems TEXT NOT NULL DEFAULT '[]', "gpuNote" TEXT NOT NULL DEFAULT '', "licenseText" TEXT, "termsVersion" INTEGER NOT NULL DEFAULT 1 CHECK ("termsVersion" >= 1), "lowKeysAt" INTEGER CHECK ("lowKeysAt" BETWEEN 0 AND 10000), "pauseWithoutKeys" INTEGER NOT NULL DEFAULT 0 CHECK ("pauseWithoutKeys" IN (0, 1)), "areKeysPlenty" INTEGER NOT NULL DEFAULT 0 CHECK ("areKeysPlenty" IN (0, 1)), "soldOutAt" TEXT, "allowsQuantity" INTEGER NOT NULL DEFAULT 0 CHECK ("allowsQuantity" IN (0, 1)), "quantitySteps" TEXT, kind TEXT NOT NULL DEFAULT 'plugin' CHECK (kind IN ('plugin', 'kit')), "trialDays" INTEGER NOT NULL DEFAULT 0 CHECK ("trialDays" BETWEEN 0 AND 60), "upgradesFrom" TEXT NOT NULL DEFAULT '[]', "upgradePriceCents" INTEGER CHECK ("upgradePriceCents" >= 0), "replacesKey" INTEGER NOT NULL DEFAULT 0 CHECK ("replacesKey" IN (0, 1)), "renewalPriceCents" INTEGER CHECK ("renewalPriceCents" >= 0), "commissionPercent" INTEGER CHECK ("commissionPercent" BETWEEN 0 AND 50), "gumroadIds" TEXT, "lemonSqueezyIds" TEXT) STRICT;

CREATE INDEX "productsByName" ON products ("nameOrder", id) WHERE "withdrawnAt" IS NULL;

CREATE UNIQUE INDEX "productsBySlug" ON products (slug);

CREATE INDEX "productsByUpdate" ON products ("updatedAt" DESC, id) WHERE "withdrawnAt" IS NULL;

CREATE TRIGGER "productBecomesSearchable" AFTER INSERT ON "products" BEGIN
  INSERT INTO "productWords" (id, words) VALUES (NEW.id, (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(coalesce(NEW."name", '') || char(10) || coalesce(NEW."description", '')) AS lowered)));
END;

CREATE TRIGGER "productChangesWords" AFTER UPDATE OF "name", "description" ON "products" WHEN (OLD."name" IS NOT NEW."name" OR OLD."description" IS NOT NEW."description") BEGIN
  UPDATE "productWords" SET words = (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(coalesce(NEW."name", '') || char(10) || coalesce(NEW."description", '')) AS lowered)) WHERE id = NEW.id;
END;

CREATE TRIGGER "productIsAddedWithPrice" BEFORE INSERT ON "products" WHEN (NEW.status = 'active' AND NEW."priceCents" < 50) BEGIN
  SELECT RAISE(ABORT, 'a product on sale costs at least R$ 0,50');
END;

CREATE TRIGGER "productKeepsPrice" BEFORE UPDATE OF "status", "priceCents" ON "products" WHEN (NEW.status = 'active' AND NEW."priceCents" < 50) BEGIN
  SELECT RAISE(ABORT, 'a product on sale costs at least R$ 0,50');
END;

CREATE TRIGGER "productLosesWords" AFTER DELETE ON "products" BEGIN
  DELETE FROM "productWords" WHERE id = OLD.id;
END;

CREATE TRIGGER "productPublicationStands" BEFORE UPDATE OF "publishedAt" ON "products" WHEN (OLD."publishedAt" IS NOT NULL AND (OLD."publishedAt" IS NOT NEW."publishedAt")) BEGIN
  SELECT RAISE(ABORT, 'the day of the first publication does not move');
END;

CREATE TABLE "purchaseEvents" (
  id INTEGER PRIMARY KEY,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  source TEXT NOT NULL,
  detail TEXT
) STRICT;

CREATE INDEX "purchaseEventsByPurchase" ON "purchaseEvents" ("purchaseId", id);

CREATE TABLE "purchaseItems" (
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  position INTEGER NOT NULL CHECK (position >= 0),
  id TEXT NOT NULL UNIQUE,
  "productId" TEXT NOT NULL REFERENCES products (id),
  "productName" TEXT NOT NULL,
  "kitId" TEXT,
  "kitName" TEXT,
  "offerId" TEXT,
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 0),
  "totalCents" INTEGER NOT NULL CHECK ("totalCents" >= 0),
  "requiresActivation" INTEGER NOT NULL CHECK ("requiresActivation" IN (0, 1)),
  "keyWaitingSince" TEXT,
  "downloadCount" INTEGER NOT NULL DEFAULT 0 CHECK ("downloadCount" >= 0),
  "updatesMajor" INTEGER CHECK ("updatesMajor" >= 0),
  "updatesUntil" TEXT, "lastDownloadHour" TEXT, "awaitsMajor" INTEGER NOT NULL DEFAULT 0 CHECK ("awaitsMajor" IN (0, 1)), "licenseTerms" TEXT CHECK (length("licenseTerms") BETWEEN 1 AND 60), "termsVersion" INTEGER, "upgradesItemId" TEXT, "replacesKey" INTEGER NOT NULL DEFAULT 0 CHECK ("replacesKey" IN (0, 1)), "renewsItemId" TEXT, "renewalMonths" INTEGER CHECK ("renewalMonths" > 0), "updatesUntilAtSale" TEXT, "isEndTold" INTEGER NOT NULL DEFAULT 0 CHECK ("isEndTold" IN (0, 1)), "completesItemIds" TEXT,
  PRIMARY KEY ("purchaseId", position),
  CHECK ((position = 0) = (id = "purchaseId")),
  CHECK (("kitId" IS NULL) = ("kitName" IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX "purchaseItemsAwaitingMajor" ON "purchaseItems" ("productId") WHERE "awaitsMajor" = 1;

CREATE INDEX "purchaseItemsByKit" ON "purchaseItems" ("kitId", "purchaseId") WHERE "kitId" IS NOT NULL;

CREATE INDEX "purchaseItemsByOffer" ON "purchaseItems" ("offerId", "purchaseId") WHERE "offerId" IS NOT NULL;

CREATE INDEX "purchaseItemsByProduct" ON "purchaseItems" ("productId", "purchaseId");

CREATE INDEX "purchaseItemsEnding" ON "purchaseItems" ("updatesUntil") WHERE "updatesUntil" IS NOT NULL AND "isEndTold" = 0;

CREATE INDEX "purchaseItemsRenewing" ON "purchaseItems" ("renewsItemId") WHERE "renewsItemId" IS NOT NULL;

CREATE INDEX "purchaseItemsUpgrading" ON "purchaseItems" ("upgradesItemId") WHERE "upgradesItemId" IS NOT NULL;

CREATE INDEX "purchaseItemsWaitingForKey" ON "purchaseItems" ("productId", "keyWaitingSince", id) WHERE "keyWaitingSince" IS NOT NULL;

CREATE TRIGGER "itemAddsWords" AFTER INSERT ON "purchaseItems" WHEN (NEW.position > 0 OR NEW."kitName" IS NOT NULL) BEGIN
  UPDATE "purchaseWords" SET words = words || char(10) || (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(coalesce(NEW."kitName" || char(10), '') || NEW."productName") AS lowered)) WHERE id = NEW."purchaseId";
END;

CREATE TRIGGER "itemChangesReports" AFTER UPDATE OF "purchaseId", "position", "productId", "totalCents", "requiresActivation" ON "purchaseItems" WHEN ((OLD."purchaseId" IS NOT NEW."purchaseId" OR OLD."position" IS NOT NEW."position" OR OLD."productId" IS NOT NEW."productId" OR OLD."totalCents" IS NOT NEW."totalCents" OR OLD."requiresActivation" IS NOT NEW."requiresActivation") AND min(coalesce((SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "itemEntersReports" AFTER INSERT ON "purchaseItems" WHEN (min(coalesce((SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import'), '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "itemLeavesReports" AFTER DELETE ON "purchaseItems" WHEN (min(coalesce((SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999'), coalesce((SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import'), '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "itemWaits" AFTER UPDATE OF "keyWaitingSince" ON "purchaseItems" WHEN ((OLD."keyWaitingSince" IS NULL) <> (NEW."keyWaitingSince" IS NULL)) BEGIN
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + iif(NEW."keyWaitingSince" IS NULL, -1, 1) WHERE id = NEW."productId";
END;

CREATE TRIGGER "itemWaitsAtOnce" AFTER INSERT ON "purchaseItems" WHEN (NEW."keyWaitingSince" IS NOT NULL) BEGIN
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + 1 WHERE id = NEW."productId";
END;

CREATE VIRTUAL TABLE "purchaseSearch" USING fts5 (words, content = 'purchaseWords', content_rowid = 'number', tokenize = 'trigram case_sensitive 1');

CREATE TABLE "purchaseWords" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;

CREATE TRIGGER "purchaseWordsChanged" AFTER UPDATE OF "words" ON "purchaseWords" WHEN (NEW.words <> OLD.words AND EXISTS (SELECT 1 FROM "purchaseSearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "purchaseSearch" ("purchaseSearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
  INSERT INTO "purchaseSearch" (rowid, words) VALUES (NEW.number, NEW.words);
END;

CREATE TRIGGER "purchaseWordsRemoved" AFTER DELETE ON "purchaseWords" WHEN (EXISTS (SELECT 1 FROM "purchaseSearch_docsize" WHERE id = OLD.number)) BEGIN
  INSERT INTO "purchaseSearch" ("purchaseSearch", rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;

CREATE TABLE "purchases" (
  number INTEGER PRIMARY KEY AUTOINCREMENT CHECK (number > 1000),
  id TEXT NOT NULL UNIQUE,
  "transactionId" TEXT NOT NULL UNIQUE,
  "providerReference" TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  account TEXT,
  "idempotencyKeyHash" TEXT UNIQUE,
  "requestHash" TEXT,
  "customerId" TEXT NOT NULL REFERENCES customers (id),
  "customerName" TEXT,
  "customerEmail" TEXT,
  "productId" TEXT NOT NULL REFERENCES products (id),
  "productName" TEXT NOT NULL,
  "licenseTerms" TEXT CHECK (length("licenseTerms") BETWEEN 1 AND 60),
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 0),
  "discountCents" INTEGER NOT NULL CHECK ("discountCents" >= 0),
  "totalCents" INTEGER NOT NULL CHECK ("totalCents" >= CASE provider WHEN 'import' THEN 0 ELSE 50 END),
  "paidCents" INTEGER CHECK ("paidCents" >= 0),
  "returnedCents" INTEGER NOT NULL DEFAULT 0
    CHECK ("returnedCents" >= 0 AND ("returnedCents" = 0 OR "returnedCents" <= coalesce("paidCents", "totalCents"))),
  "returnedAt" TEXT CHECK ("returnedAt" IS NULL OR "returnedCents" > 0),
  "keptCents" INTEGER GENERATED ALWAYS AS (CASE WHEN coalesce("paidCents", "totalCents") - "returnedCents" < "totalCents" THEN coalesce("paidCents", "totalCents") - "returnedCents" ELSE "totalCents" END) VIRTUAL,
  "couponCode" TEXT,
  status TEXT NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED', 'REFUNDED')),
  "failureReason" TEXT CHECK ("failureReason" IN ('expired', 'rejected', 'provider')),
  review TEXT CHECK (review IN
    ('short_payment', 'dispute', 'unknown_account', 'duplicate_payment', 'partial_return', 'unknown_state')),
  "chargeState" TEXT NOT NULL CHECK ("chargeState" IN ('creating', 'unclear', 'open', 'closed')),
  "providerChargeId" TEXT,
  "providerPaymentId" TEXT,
  "pixCopyPaste" TEXT,
  "expiresAt" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "completedAt" TEXT,
  "refundRequestedAt" TEXT,
  "refundedAt" TEXT,
  "nextCheckAt" TEXT,
  "lastCheckAt" TEXT,
  "checkCount" INTEGER NOT NULL DEFAULT 0, "customerOrderHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN "customerName" GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower("customerName"), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "customerOrder" TEXT GENERATED ALWAYS AS (CASE WHEN "customerName" GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("customerOrderHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower("customerName") END) STORED, "productOrderHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN "productName" GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower("productName"), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "productOrder" TEXT GENERATED ALWAYS AS (CASE WHEN "productName" GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("productOrderHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower("productName") END) STORED, "termsVersion" INTEGER, "recoveredFrom" TEXT, whatsapp TEXT CHECK (length(whatsapp) BETWEEN 12 AND 14), "originSource" TEXT, "originCampaign" TEXT, "origin" TEXT, "clickIds" TEXT, "endToEndId" TEXT, "payerHash" TEXT, "affiliateId" TEXT REFERENCES users (id), attribution TEXT CHECK (attribution IN ('coupon', 'link')), "attributedAt" TEXT,
  CHECK ((status = 'FAILED') = ("failureReason" IS NOT NULL)),
  CHECK (status NOT IN ('COMPLETED', 'REFUNDED') OR "completedAt" IS NOT NULL),
  CHECK ((status = 'REFUNDED') = ("refundedAt" IS NOT NULL))
) STRICT;

CREATE INDEX "purchasesBeingRefunded" ON purchases ("createdAt", id) WHERE "refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL;

CREATE INDEX "purchasesByCampaign" ON purchases ("originCampaign", "createdAt") WHERE "originCampaign" IS NOT NULL;

CREATE INDEX "purchasesByCreation" ON purchases ("createdAt", id, status);

CREATE INDEX "purchasesByCustomer" ON purchases ("customerId", "createdAt");

CREATE INDEX "purchasesByCustomerName" ON purchases ("customerOrder", id, status);

CREATE INDEX "purchasesByEndToEndId" ON purchases ("endToEndId") WHERE "endToEndId" IS NOT NULL;

CREATE INDEX "purchasesByOrigin" ON purchases ("originSource", "createdAt") WHERE "originSource" IS NOT NULL;

CREATE INDEX "purchasesByPayment" ON purchases ("providerPaymentId") WHERE "providerPaymentId" IS NOT NULL;

CREATE INDEX "purchasesByProductName" ON purchases ("productOrder", id, status);

CREATE INDEX "purchasesByTotal" ON purchases ("totalCents", id, status);

CREATE INDEX "purchasesDue" ON purchases ("nextCheckAt") WHERE "nextCheckAt" IS NOT NULL;

CREATE INDEX "purchasesEnded" ON purchases (status, "failureReason", "createdAt", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';

CREATE INDEX "purchasesEndedByCustomer" ON purchases (status, "failureReason", "customerOrder", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';

CREATE INDEX "purchasesEndedByProduct" ON purchases (status, "failureReason", "productOrder", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';

CREATE INDEX "purchasesEndedByTotal" ON purchases (status, "failureReason", "totalCents", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';

CREATE INDEX "purchasesInReview" ON purchases ("createdAt", id) WHERE review IS NOT NULL;

CREATE INDEX "purchasesNeverPaid" ON purchases ("createdAt")
  WHERE status = 'FAILED' AND "paidCents" IS NULL AND "customerId" <> 'nobody';

CREATE INDEX "purchasesOfAffiliate" ON purchases ("affiliateId") WHERE "affiliateId" IS NOT NULL;

CREATE INDEX "purchasesOpen" ON purchases ("createdAt", id) WHERE status = 'PENDING';

CREATE INDEX "purchasesRecovered" ON purchases ("recoveredFrom", "createdAt") WHERE "recoveredFrom" IS NOT NULL;

CREATE INDEX "purchasesRecoveredSold" ON purchases ("completedAt", "recoveredFrom", "keptCents")
  WHERE status = 'COMPLETED' AND "recoveredFrom" IS NOT NULL;

CREATE INDEX "purchasesRefunded" ON purchases ("refundedAt", "totalCents", "paidCents", provider) WHERE "refundedAt" IS NOT NULL;

CREATE INDEX "purchasesReturnedInPart" ON purchases ("returnedAt", "totalCents", "paidCents", "keptCents") WHERE status = 'COMPLETED' AND "returnedAt" IS NOT NULL;

CREATE INDEX "purchasesSold" ON purchases ("completedAt", id, "keptCents", "totalCents", "discountCents", provider) WHERE status = 'COMPLETED';

CREATE INDEX "purchasesSoldByCoupon" ON purchases ("couponCode", status, "completedAt", "keptCents", "discountCents", id) WHERE "couponCode" IS NOT NULL;

CREATE INDEX "purchasesUnsettled" ON purchases (account, provider)
  WHERE status = 'PENDING' OR review IS NOT NULL OR ("refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL);

CREATE INDEX "purchasesWithClickIds" ON purchases ("createdAt") WHERE "clickIds" IS NOT NULL;

CREATE INDEX "purchasesWithWhatsapp" ON purchases ("createdAt") WHERE whatsapp IS NOT NULL;

CREATE INDEX "purchasesWithoutAccount" ON purchases (provider) WHERE account IS NULL;

CREATE TRIGGER "buyerChangesWordsOfKey" AFTER UPDATE OF "customerName", "customerEmail" ON "purchases" WHEN (OLD."customerName" IS NOT NEW."customerName" OR OLD."customerEmail" IS NOT NEW."customerEmail") BEGIN
  UPDATE "keyWords"
    SET words = (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower((SELECT sold.key FROM "activationKeys" AS sold WHERE sold.id = "keyWords".id) || char(10) || coalesce(NEW."customerName", '') || char(10) || coalesce(NEW."customerEmail", '')) AS lowered))
    WHERE id IN (SELECT sold.id FROM "purchaseItems" AS item JOIN "activationKeys" AS sold ON sold."itemId" = item.id
      WHERE item."purchaseId" = NEW.id);
END;

CREATE TRIGGER "chargeAdded" AFTER INSERT ON "purchases" WHEN (NEW."providerChargeId" <> NEW."providerReference") BEGIN
  INSERT INTO "bankCharges" (provider, "chargeId", "purchaseId")
    SELECT NEW.provider, NEW."providerChargeId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankCharges"
      WHERE provider = NEW.provider AND "chargeId" = NEW."providerChargeId" AND "purchaseId" = NEW.id);
END;

CREATE TRIGGER "chargeNamed" AFTER UPDATE OF "providerChargeId" ON "purchases" WHEN (NEW."providerChargeId" <> NEW."providerReference") BEGIN
  INSERT INTO "bankCharges" (provider, "chargeId", "purchaseId")
    SELECT NEW.provider, NEW."providerChargeId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankCharges"
      WHERE provider = NEW.provider AND "chargeId" = NEW."providerChargeId" AND "purchaseId" = NEW.id);
END;

CREATE TRIGGER "paymentTaken" AFTER UPDATE OF "status" ON "purchases" WHEN (NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' AND NEW."providerPaymentId" IS NOT NULL) BEGIN
  INSERT INTO "bankPayments" (account, "paymentId", "purchaseId")
    SELECT coalesce(NEW.account, NEW.provider), NEW."providerPaymentId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankPayments" WHERE account = coalesce(NEW.account, NEW.provider)
      AND "paymentId" = NEW."providerPaymentId" AND "purchaseId" = NEW.id);
END;

CREATE TRIGGER "purchaseBecomesSearchable" AFTER INSERT ON "purchases" BEGIN
  INSERT INTO "purchaseWords" (id, words) VALUES (NEW.id, (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(coalesce(NEW."id", '') || char(10) || coalesce(NEW."transactionId", '') || char(10) || coalesce(NEW."customerName", '') || char(10) || coalesce(NEW."customerEmail", '') || char(10) || coalesce(NEW."productName", '')) AS lowered)));
END;

CREATE TRIGGER "purchaseChangesReports" AFTER UPDATE OF "productId", "discountCents", "totalCents", "paidCents", "returnedCents", "returnedAt", "couponCode", "status", "failureReason", "chargeState", "createdAt", "completedAt", "refundedAt", "originSource", "originCampaign" ON "purchases" WHEN (OLD.provider <> 'import' AND (OLD."productId" IS NOT NEW."productId" OR OLD."discountCents" IS NOT NEW."discountCents" OR OLD."totalCents" IS NOT NEW."totalCents" OR OLD."paidCents" IS NOT NEW."paidCents" OR OLD."returnedCents" IS NOT NEW."returnedCents" OR OLD."returnedAt" IS NOT NEW."returnedAt" OR OLD."couponCode" IS NOT NEW."couponCode" OR OLD."status" IS NOT NEW."status" OR OLD."failureReason" IS NOT NEW."failureReason" OR OLD."chargeState" IS NOT NEW."chargeState" OR OLD."createdAt" IS NOT NEW."createdAt" OR OLD."completedAt" IS NOT NEW."completedAt" OR OLD."refundedAt" IS NOT NEW."refundedAt" OR OLD."originSource" IS NOT NEW."originSource" OR OLD."originCampaign" IS NOT NEW."originCampaign") AND min(coalesce(OLD."createdAt", '9999'), coalesce(OLD."completedAt", '9999'), coalesce(OLD."refundedAt", '9999'), coalesce(OLD."returnedAt", '9999'), coalesce(NEW."createdAt", '9999'), coalesce(NEW."completedAt", '9999'), coalesce(NEW."refundedAt", '9999'), coalesce(NEW."returnedAt", '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."createdAt" AS moment UNION ALL SELECT OLD."completedAt" AS moment UNION ALL SELECT OLD."refundedAt" AS moment UNION ALL SELECT OLD."returnedAt" AS moment UNION ALL SELECT NEW."createdAt" AS moment UNION ALL SELECT NEW."completedAt" AS moment UNION ALL SELECT NEW."refundedAt" AS moment UNION ALL SELECT NEW."returnedAt" AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "purchaseChangesWords" AFTER UPDATE OF "id", "transactionId", "customerName", "customerEmail", "productName" ON "purchases" WHEN (OLD."id" IS NOT NEW."id" OR OLD."transactionId" IS NOT NEW."transactionId" OR OLD."customerName" IS NOT NEW."customerName" OR OLD."customerEmail" IS NOT NEW."customerEmail" OR OLD."productName" IS NOT NEW."productName") BEGIN
  UPDATE "purchaseWords" SET words = (SELECT CASE WHEN length(lowered) <> length(CAST(lowered AS BLOB)) THEN (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o') AS text FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e') AS text FROM (SELECT lowered AS text)))) ELSE lowered END FROM (SELECT lower(coalesce(NEW."id", '') || char(10) || coalesce(NEW."transactionId", '') || char(10) || coalesce(NEW."customerName", '') || char(10) || coalesce(NEW."customerEmail", '') || char(10) || coalesce(NEW."productName", '') || coalesce((SELECT group_concat(char(10) || coalesce(further."kitName" || char(10), '') || further."productName", '')
    FROM (SELECT "productName", "kitName" FROM "purchaseItems"
      WHERE "purchaseId" = NEW.id AND ("purchaseItems".position > 0 OR "purchaseItems"."kitName" IS NOT NULL) ORDER BY position) AS further), '')) AS lowered)) WHERE id = NEW.id;
END;

CREATE TRIGGER "purchaseClosed" AFTER UPDATE OF "status" ON "purchases" WHEN (NEW.status <> 'PENDING') BEGIN
  DELETE FROM "openPurchases" WHERE "purchaseId" = NEW.id;
END;

CREATE TRIGGER "purchaseEntersReports" AFTER INSERT ON "purchases" WHEN (NEW.provider <> 'import' AND min(coalesce(NEW."createdAt", '9999'), coalesce(NEW."completedAt", '9999'), coalesce(NEW."refundedAt", '9999'), coalesce(NEW."returnedAt", '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT NEW."createdAt" AS moment UNION ALL SELECT NEW."completedAt" AS moment UNION ALL SELECT NEW."refundedAt" AS moment UNION ALL SELECT NEW."returnedAt" AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "purchaseFails" AFTER UPDATE OF "status" ON "purchases" WHEN ((OLD.status = 'FAILED') <> (NEW.status = 'FAILED')) BEGIN
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + CASE WHEN NEW.status = 'FAILED' THEN -1 ELSE 1 END,
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status <> 'FAILED')
    WHERE id = NEW."customerId";
END;

CREATE TRIGGER "purchaseLeavesReports" AFTER DELETE ON "purchases" WHEN (OLD.provider <> 'import' AND min(coalesce(OLD."createdAt", '9999'), coalesce(OLD."completedAt", '9999'), coalesce(OLD."refundedAt", '9999'), coalesce(OLD."returnedAt", '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."createdAt" AS moment UNION ALL SELECT OLD."completedAt" AS moment UNION ALL SELECT OLD."refundedAt" AS moment UNION ALL SELECT OLD."returnedAt" AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "purchaseLosesWords" AFTER DELETE ON "purchases" BEGIN
  DELETE FROM "purchaseWords" WHERE id = OLD.id;
END;

CREATE TRIGGER "purchaseRetallied" AFTER UPDATE OF "status", "failureReason" ON "purchases" WHEN (OLD."status" IS NOT NEW."status" OR OLD."failureReason" IS NOT NEW."failureReason") BEGIN
  INSERT INTO tallies (name, value) VALUES ('purchases:' || OLD.status || ':' || coalesce(OLD."failureReason", ''), -1), ('purchases:' || NEW.status || ':' || coalesce(NEW."failureReason", ''), 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

CREATE TRIGGER "purchaseTallied" AFTER INSERT ON "purchases" BEGIN
  INSERT INTO tallies (name, value) VALUES ('purchases:' || NEW.status || ':' || coalesce(NEW."failureReason", ''), 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + 1,
    "lastPurchaseAt" = CASE WHEN "lastPurchaseAt" > NEW."createdAt" THEN "lastPurchaseAt" ELSE NEW."createdAt" END
    WHERE id = NEW."customerId" AND NEW.status <> 'FAILED';
END;

CREATE TRIGGER "purchaseUntallied" AFTER DELETE ON "purchases" BEGIN
  INSERT INTO tallies (name, value) VALUES ('purchases:' || OLD.status || ':' || coalesce(OLD."failureReason", ''), -1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" - 1,
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = OLD."customerId" AND status <> 'FAILED')
    WHERE id = OLD."customerId" AND OLD.status <> 'FAILED';
END;

CREATE TRIGGER "saleRetallied" AFTER UPDATE OF "status", "totalCents", "paidCents", "returnedCents", "completedAt" ON "purchases" WHEN (NEW.status = 'COMPLETED' AND NEW.provider <> 'import') BEGIN
  INSERT INTO "salesByHour" (hour, sales, "salesCents") VALUES (substr(NEW."completedAt", 1, 13), +1, +NEW."keptCents")
    ON CONFLICT (hour) DO UPDATE SET sales = sales + excluded.sales, "salesCents" = "salesCents" + excluded."salesCents";
  INSERT INTO tallies (name, value) VALUES ('sales', +1), ('salesCents', +NEW."keptCents")
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE customers SET
    "saleCount" = "saleCount" + 1,
    "totalSpentCents" = "totalSpentCents" + NEW."keptCents",
    "firstSaleAt" = CASE WHEN "firstSaleAt" < NEW."completedAt" THEN "firstSaleAt" ELSE NEW."completedAt" END
    WHERE id = NEW."customerId";
END;

CREATE TRIGGER "saleTallied" AFTER INSERT ON "purchases" WHEN (NEW.status = 'COMPLETED' AND NEW.provider <> 'import') BEGIN
  INSERT INTO "salesByHour" (hour, sales, "salesCents") VALUES (substr(NEW."completedAt", 1, 13), +1, +NEW."keptCents")
    ON CONFLICT (hour) DO UPDATE SET sales = sales + excluded.sales, "salesCents" = "salesCents" + excluded."salesCents";
  INSERT INTO tallies (name, value) VALUES ('sales', +1), ('salesCents', +NEW."keptCents")
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE customers SET
    "saleCount" = "saleCount" + 1,
    "totalSpentCents" = "totalSpentCents" + NEW."keptCents",
    "firstSaleAt" = CASE WHEN "firstSaleAt" < NEW."completedAt" THEN "firstSaleAt" ELSE NEW."completedAt" END
    WHERE id = NEW."customerId";
END;

CREATE TRIGGER "saleUntallied" AFTER UPDATE OF "status", "totalCents", "paidCents", "returnedCents", "completedAt" ON "purchases" WHEN (OLD.status = 'COMPLETED' AND OLD.provider <> 'import') BEGIN
  INSERT INTO "salesByHour" (hour, sales, "salesCents") VALUES (substr(OLD."completedAt", 1, 13), -1, -OLD."keptCents")
    ON CONFLICT (hour) DO UPDATE SET sales = sales + excluded.sales, "salesCents" = "salesCents" + excluded."salesCents";
  INSERT INTO tallies (name, value) VALUES ('sales', -1), ('salesCents', -OLD."keptCents")
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE customers SET
    "saleCount" = "saleCount" - 1,
    "totalSpentCents" = "totalSpentCents" - OLD."keptCents",
    "firstSaleAt" = (SELECT min("completedAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status = 'COMPLETED' AND provider <> 'import')
    WHERE id = NEW."customerId";
END;

CREATE TABLE "quietHours" (
  "userId" TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  "fromHour" INTEGER NOT NULL CHECK ("fromHour" BETWEEN 0 AND 23),
  "untilHour" INTEGER NOT NULL CHECK ("untilHour" BETWEEN 0 AND 23)
) STRICT, WITHOUT ROWID;

CREATE TABLE "recoveryCodes" (
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  "usedAt" TEXT,
  PRIMARY KEY ("userId", hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE "redemptions" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  "couponId" TEXT NOT NULL REFERENCES coupons (id) ON DELETE RESTRICT,
  state TEXT NOT NULL CHECK (state IN ('HELD', 'USED', 'FREED', 'LATE')),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL
) STRICT;

CREATE INDEX "redemptionsByCoupon" ON redemptions ("couponId");

CREATE TABLE "refusedSignIns" (
  account TEXT PRIMARY KEY,
  since TEXT NOT NULL,
  attempts INTEGER NOT NULL CHECK (attempts >= 1)
) STRICT;

CREATE TABLE "releaseFiles" (
  id TEXT PRIMARY KEY NOT NULL,
  "releaseId" TEXT NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('any', 'windows', 'macos', 'macos-intel', 'macos-arm', 'linux')),
  label TEXT NOT NULL,
  "fileName" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL CHECK ("sizeBytes" > 0),
  sha256 TEXT NOT NULL,
  "storedAs" TEXT NOT NULL UNIQUE,
  downloads INTEGER NOT NULL DEFAULT 0 CHECK (downloads >= 0),
  "createdAt" TEXT NOT NULL,
  "sizeCheckedAt" TEXT NOT NULL,
  "contentCheckedAt" TEXT NOT NULL,
  "damagedAt" TEXT, "awaitsPublication" INTEGER NOT NULL DEFAULT 0 CHECK ("awaitsPublication" IN (0, 1)),
  UNIQUE ("releaseId", "fileName")
) STRICT;

CREATE TABLE releases (
  id TEXT PRIMARY KEY NOT NULL,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  channel TEXT NOT NULL CHECK (channel IN ('stable', 'beta')),
  state TEXT NOT NULL CHECK (state IN ('draft', 'published', 'withdrawn')),
  notes TEXT NOT NULL,
  "isCritical" INTEGER NOT NULL CHECK ("isCritical" IN (0, 1)),
  "createdAt" TEXT NOT NULL,
  "publishedAt" TEXT,
  "withdrawnAt" TEXT,
  "withdrawnReason" TEXT,
  UNIQUE ("productId", version),
  CHECK ((state = 'draft') = ("publishedAt" IS NULL)),
  CHECK ((state = 'withdrawn') = ("withdrawnAt" IS NOT NULL)),
  CHECK (("withdrawnAt" IS NULL) = ("withdrawnReason" IS NULL))
) STRICT;

CREATE TABLE "reminderOptOuts" (
  "addressHash" TEXT PRIMARY KEY,
  "createdAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reminders (
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  step INTEGER NOT NULL CHECK (step BETWEEN 1 AND 3),
  "dueAt" TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'skipped')),
  reason TEXT,
  "addressHash" TEXT,
  "queuedAt" TEXT,
  "sentAt" TEXT,
  "couponCode" TEXT,
  "tokenHash" TEXT UNIQUE,
  "linkExpiresAt" TEXT,
  "clickedAt" TEXT,
  PRIMARY KEY ("purchaseId", step),
  CHECK ((state = 'skipped') = (reason IS NOT NULL)),
  CHECK ((state = 'sent') = ("sentAt" IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX "remindersByAddress" ON reminders ("addressHash") WHERE "addressHash" IS NOT NULL;

CREATE INDEX "remindersDue" ON reminders ("dueAt") WHERE state = 'waiting' AND "queuedAt" IS NULL;

CREATE INDEX "remindersSent" ON reminders ("sentAt") WHERE "sentAt" IS NOT NULL;

CREATE TABLE "reportParts" (
  report TEXT NOT NULL,
  period TEXT NOT NULL,
  rows TEXT NOT NULL,
  PRIMARY KEY (report, period)
) STRICT, WITHOUT ROWID;

CREATE TABLE restores (
  id INTEGER PRIMARY KEY,
  "backupAt" TEXT NOT NULL,
  "restoredAt" TEXT NOT NULL
, "isFormerRead" INTEGER CHECK ("isFormerRead" IN (0, 1)), purchases INTEGER, keys INTEGER, "heldKeys" INTEGER, erased INTEGER, failover TEXT
  CHECK (failover IN ('waiting', 'nothing_lost', 'may_have_lost'))) STRICT;

CREATE TABLE "reviewNotices" (
  "itemId" TEXT PRIMARY KEY REFERENCES "purchaseItems" (id),
  "dueAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX "reviewNoticesDue" ON "reviewNotices" ("dueAt");

CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  "customerId" TEXT NOT NULL REFERENCES customers (id),
  "productId" TEXT NOT NULL REFERENCES products (id),
  "itemId" TEXT NOT NULL REFERENCES "purchaseItems" (id),
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  title TEXT CHECK (length(title) BETWEEN 1 AND 80),
  body TEXT CHECK (length(body) BETWEEN 1 AND 2000),
  words TEXT NOT NULL,
  "showsName" INTEGER NOT NULL CHECK ("showsName" IN (0, 1)),
  editor TEXT,
  system TEXT,
  state TEXT NOT NULL CHECK (state IN ('pending', 'shown', 'hidden')),
  "hiddenReason" TEXT CHECK ("hiddenReason" IN ('spam', 'offence', 'other_product')),
  answer TEXT CHECK (length(answer) BETWEEN 1 AND 2000),
  "answeredAt" TEXT,
  "writtenAt" TEXT NOT NULL,
  "changedAt" TEXT NOT NULL,
  CHECK ((title IS NULL) = (body IS NULL)),
  CHECK ((state = 'hidden') = ("hiddenReason" IS NOT NULL)),
  CHECK ((answer IS NULL) = ("answeredAt" IS NULL)),
  UNIQUE ("customerId", "productId")
) STRICT;

CREATE INDEX "reviewsByChange" ON reviews ("changedAt");

CREATE INDEX "reviewsByWriting" ON reviews ("writtenAt", id);

CREATE INDEX "reviewsOfItem" ON reviews ("itemId");

CREATE INDEX "reviewsOfProduct" ON reviews ("productId", state, "writtenAt");

CREATE INDEX "reviewsPending" ON reviews ("writtenAt") WHERE state = 'pending';

CREATE TABLE "salesByHour" (
  hour TEXT PRIMARY KEY,
  sales INTEGER NOT NULL,
  "salesCents" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE "sandboxCharges" (
  reference TEXT PRIMARY KEY,
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" > 0),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'paid', 'rejected', 'expired', 'cancelled', 'refunded')),
  "copyPaste" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL,
  "paidAt" TEXT
) STRICT;

CREATE TABLE "savedViews" (
  id TEXT PRIMARY KEY,
  "ownerId" TEXT REFERENCES users (id),
  list TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  query TEXT NOT NULL CHECK (length(query) <= 1000),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX "ownViewsByName" ON "savedViews" ("ownerId", list, name);

CREATE UNIQUE INDEX "sharedViewsByName" ON "savedViews" (list, name) WHERE "ownerId" IS NULL;

CREATE TABLE "schemaFloor" (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  gates TEXT NOT NULL DEFAULT ''
, device TEXT, seen_at INTEGER, "confirmedAt" INTEGER, "isFactorMissing" INTEGER NOT NULL DEFAULT 0 CHECK ("isFactorMissing" IN (0, 1))) STRICT;

CREATE INDEX "sessionsByUser" ON sessions (user_id);

CREATE TABLE settings (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "updatedBy" TEXT NOT NULL
) STRICT;

CREATE TABLE "shopEvents" (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  "subjectId" TEXT NOT NULL,
  "purchaseId" TEXT,
  data TEXT NOT NULL,
  person TEXT,
  "createdAt" TEXT NOT NULL
) STRICT;

CREATE INDEX "shopEventsByTime" ON "shopEvents" ("createdAt", id);

CREATE INDEX "shopEventsOfPurchase" ON "shopEvents" ("purchaseId") WHERE "purchaseId" IS NOT NULL;

CREATE TRIGGER "shopEventDelivered" AFTER INSERT ON "shopEvents" BEGIN
  INSERT INTO "hookDeliveries" ("hookId", "eventId", state, tries, attempts, "nextAttemptAt", "createdAt")
    SELECT id, NEW.id, 'waiting', 0, '[]', NEW."createdAt", NEW."createdAt" FROM hooks
    WHERE state <> 'disabled' AND events LIKE '%"' || NEW.type || '"%'
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER "shopEventNotified" AFTER INSERT ON "shopEvents" WHEN (NEW.type IN ('sale.paid', 'sale.in_review', 'sale.withdrawal_requested', 'keys.low', 'file.damaged', 'invoice.failed')) BEGIN
  INSERT INTO notifications ("deviceId", kind, "subjectId", "createdAt")
    SELECT device.id, CASE NEW.type WHEN 'sale.paid' THEN 'sale' WHEN 'sale.in_review' THEN 'review' WHEN 'sale.withdrawal_requested' THEN 'withdrawal' WHEN 'keys.low' THEN 'keys_low' WHEN 'file.damaged' THEN 'file' WHEN 'invoice.failed' THEN 'invoice' END, NEW."subjectId", NEW."createdAt"
    FROM "notifiedDevices" AS device JOIN users ON users.id = device."userId"
    WHERE users."isActive" = 1 AND (NEW.type = 'sale.paid' AND users.role IN ('owner', 'manager', 'finance', 'support') OR NEW.type = 'sale.in_review' AND users.role IN ('owner', 'manager', 'finance') OR NEW.type = 'sale.withdrawal_requested' AND users.role IN ('owner', 'manager', 'finance', 'support') OR NEW.type = 'keys.low' AND users.role IN ('owner', 'manager') OR NEW.type = 'file.damaged' AND users.role IN ('owner', 'manager', 'content') OR NEW.type = 'invoice.failed' AND users.role IN ('owner', 'manager', 'finance')) AND NOT EXISTS (
      SELECT 1 FROM "declinedNotifications" AS declined WHERE declined."userId" = users.id AND declined.kind = CASE NEW.type WHEN 'sale.paid' THEN 'sale' WHEN 'sale.in_review' THEN 'review' WHEN 'sale.withdrawal_requested' THEN 'withdrawal' WHEN 'keys.low' THEN 'keys_low' WHEN 'file.damaged' THEN 'file' WHEN 'invoice.failed' THEN 'invoice' END)
    ON CONFLICT DO NOTHING;
END;

CREATE TABLE "signInChallenges" (
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('passkey', 'second_factor', 'confirm', 'add_passkey')),
  "userId" TEXT REFERENCES users (id) ON DELETE CASCADE,
  "expiresAt" TEXT NOT NULL,
  CHECK ((purpose = 'passkey') = ("userId" IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX "signInChallengesByEnd" ON "signInChallenges" ("expiresAt");

CREATE TABLE "signingKeys" (
  kid TEXT NOT NULL PRIMARY KEY,
  "publicJwk" TEXT NOT NULL,
  "privateKey" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "retiredAt" TEXT
) STRICT;

CREATE TABLE "stockNotices" (
  id TEXT NOT NULL PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  email TEXT NOT NULL CHECK (length(email) <= 254),
  "createdAt" TEXT NOT NULL,
  "queuedAt" TEXT,
  UNIQUE ("productId", email)
) STRICT;

CREATE INDEX "stockNoticesByAge" ON "stockNotices" ("createdAt");

CREATE INDEX "stockNoticesByEmail" ON "stockNotices" (email);

CREATE INDEX "stockNoticesWaiting" ON "stockNotices" ("productId") WHERE "queuedAt" IS NULL;

CREATE TABLE tallies (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE trials (
  id TEXT PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id),
  "mailboxHash" TEXT NOT NULL,
  email TEXT,
  "tokenHash" TEXT NOT NULL UNIQUE,
  "linkExpiresAt" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "confirmedAt" TEXT,
  "endsAt" TEXT,
  key TEXT UNIQUE,
  "fingerprintHash" TEXT,
  "machineName" TEXT,
  "activatedAt" TEXT,
  "itemId" TEXT UNIQUE REFERENCES "purchaseItems" (id),
  "noticesDeclinedAt" TEXT,
  "endingToldAt" TEXT,
  "endedToldAt" TEXT,
  UNIQUE ("productId", "mailboxHash"),
  UNIQUE ("productId", "fingerprintHash"),
  CHECK (("confirmedAt" IS NULL) = (key IS NULL) AND ("confirmedAt" IS NULL) = ("endsAt" IS NULL)),
  CHECK (("fingerprintHash" IS NULL) = ("activatedAt" IS NULL) AND ("confirmedAt" IS NOT NULL OR "activatedAt" IS NULL)),
  CHECK ("itemId" IS NULL OR key IS NOT NULL)
) STRICT;

CREATE INDEX "trialsOfMailbox" ON trials ("mailboxHash");

CREATE INDEX "trialsToEnd" ON trials ("endsAt") WHERE email IS NOT NULL;

CREATE TABLE "users" (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  name TEXT NOT NULL,
  "passwordHash" TEXT NOT NULL,
  "isAdmin" INTEGER NOT NULL CHECK ("isAdmin" IN (0, 1)),
  "isAffiliate" INTEGER NOT NULL CHECK ("isAffiliate" IN (0, 1)),
  "isActive" INTEGER NOT NULL CHECK ("isActive" IN (0, 1)),
  "createdAt" TEXT NOT NULL
, "wordsHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN name || ' ' || email GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name || ' ' || email), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "words" TEXT GENERATED ALWAYS AS (CASE WHEN name || ' ' || email GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("wordsHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower(name || ' ' || email) END) STORED, "nameOrderHalfPlain" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(name), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i') END) STORED, "nameOrder" TEXT GENERATED ALWAYS AS (CASE WHEN name GLOB '*[^ -~]*' THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("nameOrderHalfPlain", 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') ELSE lower(name) END) STORED, role TEXT
  CHECK (role IS NULL OR ("isAdmin" = 1 AND role IN ('owner', 'manager', 'finance', 'support', 'content')))) STRICT;

CREATE INDEX "affiliatesByName" ON users ("nameOrder", id) WHERE "isAffiliate" = 1;

CREATE TABLE "usualTerms" (
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  PRIMARY KEY (version)
) STRICT;

CREATE TABLE "visitsByHour" (
  hour TEXT NOT NULL,
  page TEXT NOT NULL,
  source TEXT NOT NULL,
  campaign TEXT NOT NULL,
  entries INTEGER NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (hour, page, source, campaign)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER "visitChangesReports" AFTER UPDATE ON "visitsByHour" WHEN (min(coalesce(OLD.hour, '9999'), coalesce(NEW.hour, '9999')) < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD.hour AS moment UNION ALL SELECT NEW.hour AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "visitEntersReports" AFTER INSERT ON "visitsByHour" WHEN (coalesce(NEW.hour, '9999') < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT NEW.hour AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TRIGGER "visitLeavesReports" AFTER DELETE ON "visitsByHour" WHEN (coalesce(OLD.hour, '9999') < strftime('%Y-%m-%dT%H', 'now', '-2 hours')) BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD.hour AS moment) AS moments
    WHERE moment < strftime('%Y-%m-%dT%H', 'now', '-2 hours')
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
END;

CREATE TABLE "webhookInbox" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  dedup TEXT NOT NULL UNIQUE,
  "resourceId" TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  "nextAttemptAt" TEXT NOT NULL,
  "lastError" TEXT,
  "receivedAt" TEXT NOT NULL
) STRICT;

CREATE INDEX "webhookInboxBySubject" ON "webhookInbox" ("resourceId", id);

CREATE INDEX "webhookInboxDue" ON "webhookInbox" ("nextAttemptAt") WHERE state = 'waiting';

CREATE TABLE withdrawals (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  protocol TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('requested', 'refunding', 'refunded', 'refused', 'cancelled')),
  "heldFor" TEXT CHECK ("heldFor" IN ('used', 'repeated', 'other_bank', 'dispute')),
  reason TEXT CHECK (length(reason) <= 500),
  refusal TEXT CHECK (length(refusal) <= 500),
  "requestedAt" TEXT NOT NULL,
  "decidedAt" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0 CHECK ("tries" >= 0),
  "nextTryAt" TEXT,
  CHECK ((state = 'requested') = ("decidedAt" IS NULL)),
  CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CHECK ("nextTryAt" IS NULL OR state = 'refunding')
) STRICT, WITHOUT ROWID;

CREATE INDEX "withdrawalsByState" ON withdrawals (state, tries);

CREATE INDEX "withdrawalsToDecide" ON withdrawals ("requestedAt") WHERE state = 'requested';

CREATE INDEX "withdrawalsToTry" ON withdrawals ("nextTryAt") WHERE "nextTryAt" IS NOT NULL;

CREATE VIEW "allProductFigures" AS SELECT id, "keysAvailable", "buyersWaiting" FROM products;

CREATE VIEW "productFigures" AS SELECT id, "keysAvailable", "buyersWaiting" FROM products;
