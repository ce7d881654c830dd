-- The schema after all migrations. Written by npm run schema:write; do not change it by hand.

create extension pg_trgm;

create table "accountAlerts" (
  id text collate "C" not null,
  "userId" text collate "C" not null,
  kind text collate "C" not null,
  detail text collate "C" not null,
  "tokenHash" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "usedAt" text collate "C",
  constraint "accountAlerts_pkey" PRIMARY KEY (id),
  constraint "accountAlerts_tokenHash_key" UNIQUE ("tokenHash"),
  constraint "accountAlerts_kind_check" CHECK (kind = ANY (ARRAY['new_device'::text, 'wrong_codes'::text, 'cloned_passkey'::text, 'factor_added'::text, 'factor_removed'::text, 'new_password'::text])),
  constraint "accountAlerts_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "accountAlertsByTime" ON "accountAlerts" USING btree ("createdAt");

create table "activationKeys" (
  id text collate "C" not null,
  "productId" text collate "C" not null,
  key text collate "C" not null,
  "itemId" text collate "C",
  "createdAt" text collate "C" not null,
  "assignedAt" text collate "C",
  "revokedAt" text collate "C",
  "revokedReason" text collate "C",
  "frozenAt" text collate "C",
  "machineLimit" bigint,
  "replacedByItemId" text collate "C",
  uses bigint default 0 not null,
  constraint "activationKeys_pkey" PRIMARY KEY (id),
  constraint "activationKeys_itemId_key" UNIQUE ("itemId"),
  constraint "activationKeys_productId_key_key" UNIQUE ("productId", key),
  constraint "activationKeys_check" CHECK (("itemId" IS NULL) = ("assignedAt" IS NULL)),
  constraint "activationKeys_check1" CHECK (("revokedAt" IS NULL) = ("revokedReason" IS NULL)),
  constraint "activationKeys_machineLimit_check" CHECK ("machineLimit" >= 1 AND "machineLimit" <= 100),
  constraint "activationKeys_revokedReason_check" CHECK ("revokedReason" = ANY (ARRAY['deleted'::text, 'refunded'::text])),
  constraint "activationKeys_uses_check" CHECK (uses >= 0),
  constraint "activationKeys_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "purchaseItems"(id),
  constraint "activationKeys_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id)
);

CREATE INDEX "activationKeysAvailable" ON "activationKeys" USING btree ("createdAt", id) WHERE (("assignedAt" IS NULL) AND ("revokedAt" IS NULL));

CREATE INDEX "activationKeysAvailableByKey" ON "activationKeys" USING btree (key, id) WHERE (("assignedAt" IS NULL) AND ("revokedAt" IS NULL));

CREATE INDEX "activationKeysAvailableOfProduct" ON "activationKeys" USING btree ("productId", "createdAt", id) WHERE (("assignedAt" IS NULL) AND ("revokedAt" IS NULL));

CREATE INDEX "activationKeysByCreation" ON "activationKeys" USING btree ("createdAt", id, "assignedAt", "revokedAt");

CREATE INDEX "activationKeysByKey" ON "activationKeys" USING btree (key, id, "assignedAt", "revokedAt");

CREATE INDEX "activationKeysByProduct" ON "activationKeys" USING btree ("productId", "createdAt", id, "assignedAt", "revokedAt");

CREATE INDEX "activationKeysReplaced" ON "activationKeys" USING btree ("replacedByItemId") WHERE ("replacedByItemId" IS NOT NULL);

CREATE INDEX "activationKeysRevoked" ON "activationKeys" USING btree ("createdAt", id) WHERE ("revokedAt" IS NOT NULL);

CREATE INDEX "activationKeysRevokedByKey" ON "activationKeys" USING btree (key, id) WHERE ("revokedAt" IS NOT NULL);

CREATE INDEX "activationKeysRevokedOfProduct" ON "activationKeys" USING btree ("productId", "createdAt", id) WHERE ("revokedAt" IS NOT NULL);

CREATE OR REPLACE FUNCTION "keyBecomesSearchable"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "keyWords" (id, words) VALUES (NEW.id, translate(lower((NEW.key || coalesce((SELECT chr(10) || coalesce(buyer."customerName", '') || chr(10) || coalesce(buyer."customerEmail", '')
    FROM "purchaseItems" AS item JOIN purchases AS buyer ON buyer.id = item."purchaseId" WHERE item.id = NEW."itemId"), '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keyChangesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE "keyWords" SET words = translate(lower((NEW.key || coalesce((SELECT chr(10) || coalesce(buyer."customerName", '') || chr(10) || coalesce(buyer."customerEmail", '')
    FROM "purchaseItems" AS item JOIN purchases AS buyer ON buyer.id = item."purchaseId" WHERE item.id = NEW."itemId"), '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn') WHERE id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keyLosesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  DELETE FROM "keyWords" WHERE id = OLD.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keyRetallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END, -1), ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || OLD."productId", -1), ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END, 1), ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || NEW."productId", 1);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keyTallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END, 1), ('keys:' || CASE WHEN NEW."revokedAt" IS NOT NULL THEN 'revoked' WHEN NEW."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || NEW."productId", 1);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keyUntallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END, -1), ('keys:' || CASE WHEN OLD."revokedAt" IS NOT NULL THEN 'revoked' WHEN OLD."itemId" IS NULL THEN 'available' ELSE 'assigned' END || ':' || OLD."productId", -1);
  RETURN NULL;
END $function$;

CREATE TRIGGER "keyBecomesSearchable" AFTER INSERT ON "activationKeys" FOR EACH ROW EXECUTE FUNCTION "keyBecomesSearchable"();

CREATE TRIGGER "keyChangesWords" AFTER UPDATE OF key, "itemId" ON "activationKeys" FOR EACH ROW WHEN (old.key IS DISTINCT FROM new.key OR old."itemId" IS DISTINCT FROM new."itemId") EXECUTE FUNCTION "keyChangesWords"();

CREATE TRIGGER "keyLosesWords" AFTER DELETE ON "activationKeys" FOR EACH ROW EXECUTE FUNCTION "keyLosesWords"();

CREATE TRIGGER "keyRetallied" AFTER UPDATE OF "itemId", "revokedAt" ON "activationKeys" FOR EACH ROW WHEN (old."itemId" IS DISTINCT FROM new."itemId" OR old."revokedAt" IS DISTINCT FROM new."revokedAt") EXECUTE FUNCTION "keyRetallied"();

CREATE TRIGGER "keyTallied" AFTER INSERT ON "activationKeys" FOR EACH ROW EXECUTE FUNCTION "keyTallied"();

CREATE TRIGGER "keyUntallied" AFTER DELETE ON "activationKeys" FOR EACH ROW EXECUTE FUNCTION "keyUntallied"();

create table "adminEmailChanges" (
  id text collate "C" not null,
  "userId" text collate "C" not null,
  "formerEmail" text collate "C" not null,
  "newEmail" text collate "C" not null,
  "confirmHash" text collate "C" not null,
  "stopHash" text collate "C" not null,
  "askedAt" text collate "C" not null,
  "confirmedAt" text collate "C",
  "endedAt" text collate "C",
  constraint "adminEmailChanges_pkey" PRIMARY KEY (id),
  constraint "adminEmailChanges_confirmHash_key" UNIQUE ("confirmHash"),
  constraint "adminEmailChanges_stopHash_key" UNIQUE ("stopHash"),
  constraint "adminEmailChanges_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "adminEmailChangesByUser" ON "adminEmailChanges" USING btree ("userId", "askedAt");

create table "affiliateSales" (
  id text collate "C" not null,
  "purchaseId" text collate "C" not null,
  "affiliateId" text collate "C" not null,
  "amountCents" bigint not null,
  "commissionCents" bigint not null,
  "commissionHundredths" bigint,
  status text collate "C" not null,
  "createdAt" text collate "C" not null,
  "paidAt" text collate "C",
  "payableAt" text collate "C",
  "settledCents" bigint default 0 not null,
  constraint "affiliateSales_pkey" PRIMARY KEY (id),
  constraint "affiliateSales_purchaseId_key" UNIQUE ("purchaseId"),
  constraint "affiliateSales_amountCents_check" CHECK ("amountCents" >= 0),
  constraint "affiliateSales_commissionCents_check" CHECK ("commissionCents" >= 0),
  constraint "affiliateSales_commissionHundredths_check" CHECK ("commissionHundredths" >= 0),
  constraint "affiliateSales_settledCents_check" CHECK ("settledCents" >= 0),
  constraint "affiliateSales_status_check" CHECK (status = ANY (ARRAY['pending'::text, 'paid'::text, 'reversed'::text])),
  constraint "affiliateSales_affiliateId_fkey" FOREIGN KEY ("affiliateId") REFERENCES users(id),
  constraint "affiliateSales_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "affiliateSalesByAffiliate" ON "affiliateSales" USING btree ("affiliateId", "createdAt", id);

CREATE INDEX "affiliateSalesByState" ON "affiliateSales" USING btree (status, "createdAt", id);

CREATE INDEX "affiliateSalesByTime" ON "affiliateSales" USING btree ("createdAt", id);

CREATE INDEX "affiliateSalesOfAffiliateByState" ON "affiliateSales" USING btree ("affiliateId", status, "createdAt", id);

CREATE INDEX "affiliateSalesOwedBack" ON "affiliateSales" USING btree ("affiliateId") WHERE ("settledCents" >
CASE status
    WHEN 'reversed'::text THEN (0)::bigint
    ELSE "commissionCents"
END);

CREATE OR REPLACE FUNCTION "affiliateSaleChangesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "affiliateSaleEntersReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "affiliateSaleLeavesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "affiliateSaleRetallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
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
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "affiliateSaleTallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE affiliates SET
    "pendingCount" = "pendingCount" + CASE WHEN NEW.status = 'pending' THEN 1 ELSE 0 END,
    "pendingCents" = "pendingCents" + CASE WHEN NEW.status = 'pending' THEN NEW."commissionCents" ELSE 0 END,
    "paidCount" = "paidCount" + CASE WHEN NEW.status = 'paid' THEN 1 ELSE 0 END,
    "paidCents" = "paidCents" + CASE WHEN NEW.status = 'paid' THEN NEW."commissionCents" ELSE 0 END,
    "reversedCount" = "reversedCount" + CASE WHEN NEW.status = 'reversed' THEN 1 ELSE 0 END,
    "reversedCents" = "reversedCents" + CASE WHEN NEW.status = 'reversed' THEN NEW."commissionCents" ELSE 0 END,
    "soldCents" = "soldCents" + CASE WHEN NEW.status <> 'reversed' THEN NEW."amountCents" ELSE 0 END
    WHERE "userId" = NEW."affiliateId";
  RETURN NULL;
END $function$;

CREATE TRIGGER "affiliateSaleChangesReports" AFTER UPDATE OF "purchaseId", "affiliateId", "commissionCents", status ON "affiliateSales" FOR EACH ROW WHEN (old."purchaseId" IS DISTINCT FROM new."purchaseId" OR old."affiliateId" IS DISTINCT FROM new."affiliateId" OR old."commissionCents" IS DISTINCT FROM new."commissionCents" OR old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION "affiliateSaleChangesReports"();

CREATE TRIGGER "affiliateSaleEntersReports" AFTER INSERT ON "affiliateSales" FOR EACH ROW EXECUTE FUNCTION "affiliateSaleEntersReports"();

CREATE TRIGGER "affiliateSaleLeavesReports" AFTER DELETE ON "affiliateSales" FOR EACH ROW EXECUTE FUNCTION "affiliateSaleLeavesReports"();

CREATE TRIGGER "affiliateSaleRetallied" AFTER UPDATE OF status, "amountCents", "commissionCents" ON "affiliateSales" FOR EACH ROW EXECUTE FUNCTION "affiliateSaleRetallied"();

CREATE TRIGGER "affiliateSaleTallied" AFTER INSERT ON "affiliateSales" FOR EACH ROW EXECUTE FUNCTION "affiliateSaleTallied"();

create table affiliates (
  "userId" text collate "C" not null,
  "commissionHundredths" bigint not null,
  "createdAt" text collate "C" not null,
  "pendingCount" bigint default 0 not null,
  "pendingCents" bigint default 0 not null,
  "paidCount" bigint default 0 not null,
  "paidCents" bigint default 0 not null,
  "reversedCount" bigint default 0 not null,
  "reversedCents" bigint default 0 not null,
  "soldCents" bigint default 0 not null,
  "pixKeyType" text collate "C",
  "pixKey" text collate "C",
  "pixKeyHeldUntil" text collate "C",
  "termsVersion" bigint,
  "termsAcceptedAt" text collate "C",
  notes text collate "C" default ''::text not null,
  constraint affiliates_pkey PRIMARY KEY ("userId"),
  constraint "affiliates_commissionHundredths_check" CHECK ("commissionHundredths" >= 100 AND "commissionHundredths" <= 5000),
  constraint "affiliates_pixKeyType_check" CHECK ("pixKeyType" = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'email'::text, 'phone'::text, 'random'::text])),
  constraint "affiliates_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

create table announcements (
  "releaseId" text collate "C" not null,
  platform text collate "C" default ''::text not null,
  state text collate "C" not null,
  audience bigint not null,
  "lastCustomerId" text collate "C" default ''::text not null,
  "queuedAt" text collate "C",
  "createdAt" text collate "C" not null,
  "endedAt" text collate "C",
  constraint "announcementsAnew_pkey" PRIMARY KEY ("releaseId", platform),
  constraint "announcementsAnew_audience_check" CHECK (audience >= 0),
  constraint "announcementsAnew_check" CHECK ((state = 'sending'::text) = ("endedAt" IS NULL)),
  constraint "announcementsAnew_platform_check" CHECK (platform = ANY (ARRAY[''::text, 'windows'::text, 'macos'::text, 'macos-intel'::text, 'macos-arm'::text, 'linux'::text])),
  constraint "announcementsAnew_state_check" CHECK (state = ANY (ARRAY['sending'::text, 'done'::text, 'stopped'::text])),
  constraint "announcementsAnew_releaseId_fkey" FOREIGN KEY ("releaseId") REFERENCES releases(id)
);

CREATE INDEX "announcementsSending" ON announcements USING btree ("createdAt") WHERE (state = 'sending'::text);

create table "apiTokens" (
  id text collate "C" not null,
  name text collate "C" not null,
  words text collate "C" not null,
  prefix text collate "C" not null,
  hash text collate "C" not null,
  scopes text collate "C" not null,
  "createdBy" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "expiresAt" text collate "C",
  "lastUsedAt" text collate "C",
  "revokedAt" text collate "C",
  constraint "apiTokens_pkey" PRIMARY KEY (id),
  constraint "apiTokens_hash_key" UNIQUE (hash)
);

create table audit (
  id bigint not null,
  at text collate "C" not null,
  "actorId" text collate "C" not null,
  action text collate "C" not null,
  entity text collate "C" not null,
  "entityId" text collate "C" not null,
  fields text collate "C" not null,
  kind text collate "C" generated always as (
CASE split_part(action, '.'::text, 1)
    WHEN 'upload'::text THEN 'product'::text
    WHEN 'affiliate_sale'::text THEN 'affiliate'::text
    ELSE split_part(action, '.'::text, 1)
END) stored,
  count bigint,
  changes text collate "C",
  "actorRole" text collate "C",
  "actorSession" text collate "C",
  seal text collate "C",
  constraint audit_pkey PRIMARY KEY (id),
  constraint audit_count_check CHECK (count >= 1)
);

CREATE INDEX "auditByActor" ON audit USING btree ("actorId", id);

CREATE INDEX "auditByEntity" ON audit USING btree (entity, "entityId", id);

CREATE INDEX "auditByKind" ON audit USING btree (kind, id);

CREATE INDEX "auditByKindAndTime" ON audit USING btree (kind, at, id);

CREATE INDEX "auditByThing" ON audit USING btree ("entityId", id);

CREATE INDEX "auditByTime" ON audit USING btree (at);

CREATE OR REPLACE FUNCTION "auditIsNeverChanged"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'check_violation';
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION "auditIsNeverDeleted"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'check_violation';
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION "auditIsNeverEmptied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'check_violation';
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION "auditIsNumbered"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE "auditCounter" SET last = last + 1 RETURNING last INTO NEW.id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION "auditTallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('audit:' || NEW.kind, 1);
  RETURN NULL;
END $function$;

CREATE TRIGGER "auditIsNeverChanged" BEFORE UPDATE ON audit FOR EACH ROW WHEN (old.seal IS NOT NULL OR new.seal IS NULL OR old.id IS DISTINCT FROM new.id OR old.at IS DISTINCT FROM new.at OR old."actorId" IS DISTINCT FROM new."actorId" OR old.action IS DISTINCT FROM new.action OR old.entity IS DISTINCT FROM new.entity OR old."entityId" IS DISTINCT FROM new."entityId" OR old.fields IS DISTINCT FROM new.fields OR old.count IS DISTINCT FROM new.count OR old.changes IS DISTINCT FROM new.changes OR old."actorRole" IS DISTINCT FROM new."actorRole" OR old."actorSession" IS DISTINCT FROM new."actorSession") EXECUTE FUNCTION "auditIsNeverChanged"();

CREATE TRIGGER "auditIsNeverDeleted" BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION "auditIsNeverDeleted"();

CREATE TRIGGER "auditIsNeverEmptied" BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION "auditIsNeverEmptied"();

CREATE TRIGGER "auditIsNumbered" BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION "auditIsNumbered"();

CREATE TRIGGER "auditTallied" AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION "auditTallied"();

create table "auditCounter" (
  last bigint not null
);

create table backups (
  id text collate "C" not null,
  name text collate "C" not null,
  origin text collate "C" not null,
  state text collate "C" not null,
  "startedAt" text collate "C" not null,
  "endedAt" text collate "C",
  "madeAt" text collate "C",
  "sizeBytes" bigint,
  files bigint,
  "hasKeyFile" bigint not null,
  "isEncrypted" bigint not null,
  folder text collate "C",
  bucket text collate "C",
  problem text collate "C",
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_name_key UNIQUE (name),
  constraint backups_check CHECK ((state = 'running'::text) = ("endedAt" IS NULL)),
  constraint backups_check1 CHECK (state <> 'verified'::text OR "madeAt" IS NOT NULL AND (folder IS NOT NULL OR bucket IS NOT NULL)),
  constraint "backups_hasKeyFile_check" CHECK ("hasKeyFile" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "backups_isEncrypted_check" CHECK ("isEncrypted" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint backups_origin_check CHECK (origin = ANY (ARRAY['night'::text, 'asked'::text])),
  constraint backups_state_check CHECK (state = ANY (ARRAY['running'::text, 'verified'::text, 'failed'::text, 'removed'::text]))
);

CREATE INDEX "backupsByStart" ON backups USING btree ("startedAt");

create table "bankAccounts" (
  id text collate "C" not null,
  provider text collate "C" not null,
  name text collate "C" not null,
  "firstUsedAt" text collate "C" not null,
  "lastUsedAt" text collate "C" not null,
  constraint "bankAccounts_pkey" PRIMARY KEY (id)
);

create table "bankCharges" (
  provider text collate "C" not null,
  "chargeId" text collate "C" not null,
  "purchaseId" text collate "C" not null,
  constraint "bankCharges_pkey" PRIMARY KEY (provider, "chargeId"),
  constraint "bankCharges_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id) ON DELETE CASCADE
);

create table "bankDifferences" (
  id bigint generated by default as identity not null,
  provider text collate "C" not null,
  kind text collate "C" not null,
  subject text collate "C" not null,
  "purchaseId" text collate "C",
  "bankCents" bigint,
  "arrivedAt" text collate "C",
  payer text collate "C",
  description text collate "C",
  "foundAt" text collate "C" not null,
  "resolvedAt" text collate "C",
  constraint "bankDifferences_pkey" PRIMARY KEY (id),
  constraint "bankDifferences_provider_kind_subject_key" UNIQUE (provider, kind, subject),
  constraint "bankDifferences_kind_check" CHECK (kind = ANY (ARRAY['unknown_payment'::text, 'not_booked'::text, 'other_amount'::text, 'unknown_sale'::text, 'unread_row'::text])),
  constraint "bankDifferences_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "bankDifferencesByPurchase" ON "bankDifferences" USING btree ("purchaseId") WHERE ("purchaseId" IS NOT NULL);

CREATE INDEX "bankDifferencesOpen" ON "bankDifferences" USING btree ("foundAt") WHERE ("resolvedAt" IS NULL);

create table "bankPayments" (
  account text collate "C" not null,
  "paymentId" text collate "C" not null,
  "purchaseId" text collate "C" not null,
  constraint "bankPayments_pkey" PRIMARY KEY (account, "paymentId"),
  constraint "bankPayments_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

create table "bankSweeps" (
  id bigint generated by default as identity not null,
  provider text collate "C" not null,
  "from" text collate "C" not null,
  "to" text collate "C" not null,
  "startedAt" text collate "C" not null,
  "finishedAt" text collate "C",
  payments bigint default 0 not null,
  constraint "bankSweeps_pkey" PRIMARY KEY (id),
  constraint "bankSweeps_payments_check" CHECK (payments >= 0)
);

CREATE INDEX "bankSweepsByEnd" ON "bankSweeps" USING btree (provider, "to");

CREATE UNIQUE INDEX "bankSweepsOpen" ON "bankSweeps" USING btree (provider) WHERE ("finishedAt" IS NULL);

create table "bankWindows" (
  id bigint generated by default as identity not null,
  "sweepId" bigint not null,
  "from" text collate "C" not null,
  "to" text collate "C" not null,
  "finishedAt" text collate "C",
  tries bigint default 0 not null,
  "lastError" text collate "C",
  constraint "bankWindows_pkey" PRIMARY KEY (id),
  constraint "bankWindows_sweepId_from_key" UNIQUE ("sweepId", "from"),
  constraint "bankWindows_check" CHECK ("to" > "from"),
  constraint "bankWindows_tries_check" CHECK (tries >= 0),
  constraint "bankWindows_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "bankSweeps"(id) ON DELETE CASCADE
);

create table "buyerSessions" (
  id text collate "C" not null,
  "customerId" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "expiresAt" text collate "C" not null,
  constraint "buyerSessions_pkey" PRIMARY KEY (id),
  constraint "buyerSessions_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES customers(id) ON DELETE CASCADE
);

CREATE INDEX "buyerSessionsByCustomer" ON "buyerSessions" USING btree ("customerId");

CREATE INDEX "buyerSessionsByExpiry" ON "buyerSessions" USING btree ("expiresAt");

create table "buyerTokens" (
  id text collate "C" not null,
  "customerId" text collate "C",
  purpose text collate "C" not null,
  "tokenHash" text collate "C" not null,
  "codeHash" text collate "C",
  "newEmail" text collate "C",
  "formerEmail" text collate "C",
  "expiresAt" text collate "C" not null,
  tries bigint default 0 not null,
  "usedAt" text collate "C",
  constraint "buyerTokens_pkey" PRIMARY KEY (id),
  constraint "buyerTokens_tokenHash_key" UNIQUE ("tokenHash"),
  constraint "buyerTokens_purpose_check" CHECK (purpose = ANY (ARRAY['sign_in'::text, 'new_email'::text, 'stop_email'::text])),
  constraint "buyerTokens_tries_check" CHECK (tries >= 0 AND tries <= 5),
  constraint "buyerTokens_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES customers(id) ON DELETE CASCADE
);

CREATE INDEX "buyerTokensByCustomer" ON "buyerTokens" USING btree ("customerId");

CREATE INDEX "buyerTokensByExpiry" ON "buyerTokens" USING btree ("expiresAt");

create table categories (
  id text collate "C" not null,
  name text collate "C" not null,
  "position" bigint not null,
  "plainName" text default ''::text not null,
  "shelfText" text collate "C" default ''::text not null,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_name_key UNIQUE (name)
);

CREATE UNIQUE INDEX "categoriesByPlainName" ON categories USING btree ("plainName");

create table certificates (
  domain text collate "C" not null,
  "startsAt" text collate "C",
  "endsAt" text collate "C",
  "storedAt" text collate "C",
  "isRehearsed" bigint default 0 not null,
  failures bigint default 0 not null,
  "failedAt" text collate "C",
  problem text collate "C",
  "retryAt" text collate "C",
  "heldUntil" text collate "C",
  constraint certificates_pkey PRIMARY KEY (domain),
  constraint certificates_check CHECK (("startsAt" IS NULL) = ("endsAt" IS NULL) AND ("startsAt" IS NULL) = ("storedAt" IS NULL)),
  constraint certificates_check1 CHECK ((failures = 0) = ("failedAt" IS NULL) AND (failures = 0) = (problem IS NULL)),
  constraint certificates_domain_check CHECK (length(domain) >= 1 AND length(domain) <= 253),
  constraint certificates_failures_check CHECK (failures >= 0),
  constraint "certificates_isRehearsed_check" CHECK ("isRehearsed" = ANY (ARRAY[0::bigint, 1::bigint]))
);

create table challenges (
  token text collate "C" not null,
  kind text collate "C" not null,
  domain text collate "C" not null,
  response text collate "C" not null,
  "expiresAt" text collate "C" not null,
  constraint challenges_pkey PRIMARY KEY (token),
  constraint challenges_kind_check CHECK (kind = ANY (ARRAY['http'::text, 'alpn'::text])),
  constraint challenges_token_check CHECK (length(token) >= 1 AND length(token) <= 200)
);

create table "changedHours" (
  id bigint generated by default as identity not null,
  hour text collate "C" not null,
  constraint "changedHours_pkey" PRIMARY KEY (id)
);

CREATE INDEX "changedHoursByHour" ON "changedHours" USING btree (hour);

create table "chosenBanks" (
  account text collate "C" not null,
  provider text collate "C" not null,
  name text collate "C" not null,
  "isCurrent" bigint not null,
  "chosenAt" text collate "C" not null,
  "chosenBy" text collate "C" not null,
  "replacedAt" text collate "C",
  constraint "chosenBanks_pkey" PRIMARY KEY (account),
  constraint "chosenBanks_account_check" CHECK (length(account) >= 1 AND length(account) <= 64),
  constraint "chosenBanks_check" CHECK (("replacedAt" IS NULL) = ("isCurrent" = 1)),
  constraint "chosenBanks_isCurrent_check" CHECK ("isCurrent" = ANY (ARRAY[0::bigint, 1::bigint]))
);

CREATE UNIQUE INDEX "oneChosenBankIsCurrent" ON "chosenBanks" USING btree ("isCurrent") WHERE ("isCurrent" = 1);

create table "codeApps" (
  "userId" text collate "C" not null,
  secret text collate "C" not null,
  "createdAt" text collate "C" not null,
  "confirmedAt" text collate "C",
  "lastStep" bigint default 0 not null,
  constraint "codeApps_pkey" PRIMARY KEY ("userId"),
  constraint "codeApps_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

create table coupons (
  id text collate "C" not null,
  code text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  type text collate "C" not null,
  "discountHundredths" bigint not null,
  "maxUses" bigint,
  used bigint default 0 not null,
  "validFrom" text collate "C" not null,
  "validTo" text collate "C" not null,
  "isActive" bigint not null,
  "affiliateId" text collate "C",
  "createdAt" text collate "C" not null,
  "updatedAt" text collate "C" not null,
  "withdrawnAt" text collate "C",
  words text collate "C" generated always as (translate(lower(((((code || ' '::text) || name) || ' '::text) || description) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  "nameOrder" text collate "C" generated always as (translate(lower(name COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  "productIds" text collate "C" default '[]'::text not null,
  "perCustomer" bigint,
  "onlyOwnersOf" text collate "C",
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_check CHECK ("discountHundredths" > 0 AND (type = 'FIXED'::text OR "discountHundredths" <= 10000)),
  constraint coupons_check1 CHECK (used >= 0 AND ("maxUses" IS NULL OR used <= "maxUses")),
  constraint coupons_check2 CHECK ("validTo" >= "validFrom"),
  constraint coupons_check3 CHECK ("withdrawnAt" IS NULL OR "isActive" = 0),
  constraint coupons_code_check CHECK (code = upper(code) AND length(code) > 0),
  constraint "coupons_isActive_check" CHECK ("isActive" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "coupons_maxUses_check" CHECK ("maxUses" >= 1),
  constraint "coupons_perCustomer_check" CHECK ("perCustomer" >= 1),
  constraint coupons_type_check CHECK (type = ANY (ARRAY['PERCENT'::text, 'FIXED'::text, 'AFFILIATE'::text])),
  constraint "coupons_affiliateId_fkey" FOREIGN KEY ("affiliateId") REFERENCES users(id) ON DELETE SET NULL
);

CREATE UNIQUE INDEX "couponsByAffiliate" ON coupons USING btree ("affiliateId") WHERE (("affiliateId" IS NOT NULL) AND ("withdrawnAt" IS NULL));

CREATE UNIQUE INDEX "couponsByCode" ON coupons USING btree (lower(code)) WHERE ("withdrawnAt" IS NULL);

CREATE INDEX "couponsByName" ON coupons USING btree ("nameOrder", id) WHERE ("withdrawnAt" IS NULL);

create table "customerNotes" (
  id text collate "C" not null,
  "customerId" text collate "C" not null,
  "authorId" text collate "C" not null,
  text text collate "C" not null,
  "createdAt" text collate "C" not null,
  constraint "customerNotes_pkey" PRIMARY KEY (id),
  constraint "customerNotes_text_check" CHECK (length(text) >= 1 AND length(text) <= 2000),
  constraint "customerNotes_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES customers(id) ON DELETE CASCADE
);

CREATE INDEX "notesOfCustomer" ON "customerNotes" USING btree ("customerId", "createdAt");

create table "customerWords" (
  number bigint generated by default as identity not null,
  id text collate "C" not null,
  words text collate "C" not null,
  constraint "customerWords_pkey" PRIMARY KEY (number),
  constraint "customerWords_id_key" UNIQUE (id)
);

CREATE INDEX "customerWordsByTrigram" ON "customerWords" USING gin (words gin_trgm_ops);

create table customers (
  id text collate "C" not null,
  name text collate "C",
  email text collate "C",
  "createdAt" text collate "C" not null,
  "erasedAt" text collate "C",
  "purchaseCount" bigint default 0 not null,
  "saleCount" bigint default 0 not null,
  "totalSpentCents" bigint default 0 not null,
  "lastPurchaseAt" text collate "C",
  "firstSaleAt" text collate "C",
  "nameOrder" text collate "C" generated always as (translate(lower(name COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  "wantsUpdates" bigint default 1 not null,
  "wantsReminders" bigint default 1 not null,
  bounces bigint default 0 not null,
  "bouncedAt" text collate "C",
  "wantsReviewNotices" bigint default 1 not null,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_email_key UNIQUE (email) INCLUDE (id, "erasedAt"),
  constraint customers_check CHECK (("erasedAt" IS NULL) = (email IS NOT NULL)),
  constraint customers_email_check CHECK (email = lower(email)),
  constraint "customers_wantsReminders_check" CHECK ("wantsReminders" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "customers_wantsReviewNotices_check" CHECK ("wantsReviewNotices" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "customers_wantsUpdates_check" CHECK ("wantsUpdates" = ANY (ARRAY[0::bigint, 1::bigint]))
) with (fillfactor=85);

CREATE INDEX "customersByCreation" ON customers USING btree ("createdAt", id) WHERE ("erasedAt" IS NULL);

CREATE INDEX "customersByFirstSale" ON customers USING btree ("firstSaleAt") WHERE ("firstSaleAt" IS NOT NULL);

CREATE INDEX "customersByLastPurchase" ON customers USING btree ("lastPurchaseAt" NULLS FIRST, id) WHERE ("erasedAt" IS NULL);

CREATE INDEX "customersByName" ON customers USING btree ("nameOrder", id) WHERE ("erasedAt" IS NULL);

CREATE INDEX "customersByPurchases" ON customers USING btree ("purchaseCount", id) WHERE ("erasedAt" IS NULL);

CREATE INDEX "customersBySpending" ON customers USING btree ("totalSpentCents", id) WHERE ("erasedAt" IS NULL);

CREATE OR REPLACE FUNCTION "buyerTallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('buyers', CASE WHEN NEW."saleCount" > 0 THEN 1 ELSE -1 END);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerBecomesSearchable"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "customerWords" (id, words) VALUES (NEW.id, translate(lower((coalesce(NEW."name", '') || chr(10) || coalesce(NEW."email", '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerChangesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."firstSaleAt" AS moment UNION ALL SELECT NEW."firstSaleAt" AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerChangesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE "customerWords" SET words = translate(lower((coalesce(NEW."name", '') || chr(10) || coalesce(NEW."email", '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn') WHERE id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerEntersReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT NEW."firstSaleAt" AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerLeavesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."firstSaleAt" AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerLosesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  DELETE FROM "customerWords" WHERE id = OLD.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerRetallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('customers', CASE WHEN NEW."erasedAt" IS NULL THEN 1 ELSE 0 END - CASE WHEN OLD."erasedAt" IS NULL THEN 1 ELSE 0 END);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "customerTallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('customers', CASE WHEN NEW."erasedAt" IS NULL THEN 1 ELSE 0 END);
  RETURN NULL;
END $function$;

CREATE TRIGGER "buyerTallied" AFTER UPDATE OF "saleCount" ON customers FOR EACH ROW WHEN ((old."saleCount" > 0) <> (new."saleCount" > 0)) EXECUTE FUNCTION "buyerTallied"();

CREATE TRIGGER "customerBecomesSearchable" AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION "customerBecomesSearchable"();

CREATE TRIGGER "customerChangesReports" AFTER UPDATE OF "firstSaleAt" ON customers FOR EACH ROW WHEN (old."firstSaleAt" IS DISTINCT FROM new."firstSaleAt" AND LEAST(old."firstSaleAt", new."firstSaleAt") < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "customerChangesReports"();

CREATE TRIGGER "customerChangesWords" AFTER UPDATE OF name, email ON customers FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION "customerChangesWords"();

CREATE TRIGGER "customerEntersReports" AFTER INSERT ON customers FOR EACH ROW WHEN (LEAST(new."firstSaleAt") < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "customerEntersReports"();

CREATE TRIGGER "customerLeavesReports" AFTER DELETE ON customers FOR EACH ROW WHEN (LEAST(old."firstSaleAt") < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "customerLeavesReports"();

CREATE TRIGGER "customerLosesWords" AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION "customerLosesWords"();

CREATE TRIGGER "customerRetallied" AFTER UPDATE OF "erasedAt" ON customers FOR EACH ROW WHEN ((old."erasedAt" IS NULL) <> (new."erasedAt" IS NULL)) EXECUTE FUNCTION "customerRetallied"();

CREATE TRIGGER "customerTallied" AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION "customerTallied"();

create table "databaseIdentity" (
  id bigint not null,
  "systemId" text collate "C" not null,
  timeline bigint not null,
  "seenAt" text collate "C" not null,
  constraint "databaseIdentity_pkey" PRIMARY KEY (id),
  constraint "databaseIdentity_id_check" CHECK (id = 1)
);

create table "declinedNotifications" (
  "userId" text collate "C" not null,
  kind text collate "C" not null,
  constraint "declinedNotifications_pkey" PRIMARY KEY ("userId", kind),
  constraint "declinedNotifications_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

create table "encryptedSettings" (
  name text collate "C" not null,
  value text collate "C" not null,
  "updatedAt" text collate "C" not null,
  "updatedBy" text collate "C" not null,
  constraint "encryptedSettings_pkey" PRIMARY KEY (name),
  constraint "encryptedSettings_name_check" CHECK (length(name) >= 1 AND length(name) <= 100)
);

create table "fileDownloads" (
  "itemId" text collate "C" not null,
  "fileId" text collate "C" not null,
  hour text collate "C" not null,
  constraint "fileDownloads_pkey" PRIMARY KEY ("itemId", "fileId", hour),
  constraint "fileDownloads_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "releaseFiles"(id) ON DELETE CASCADE
);

CREATE INDEX "fileDownloadsByFile" ON "fileDownloads" USING btree ("fileId");

create table "fileTransfers" (
  id text collate "C" not null,
  "releaseId" text collate "C" not null,
  "actorId" text collate "C" not null,
  platform text collate "C" not null,
  label text collate "C" not null,
  "fileName" text collate "C" not null,
  "sizeBytes" bigint not null,
  "storedAs" text collate "C" not null,
  "offsetBytes" bigint not null,
  "storeState" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "updatedAt" text collate "C" not null,
  "finishedAt" text collate "C",
  "leasedBy" text collate "C",
  "leasedUntil" text collate "C",
  constraint "fileTransfers_pkey" PRIMARY KEY (id),
  constraint "fileTransfers_storedAs_key" UNIQUE ("storedAs"),
  constraint "fileTransfers_check" CHECK ("offsetBytes" >= 0 AND "offsetBytes" <= "sizeBytes"),
  constraint "fileTransfers_check1" CHECK (("leasedBy" IS NULL) = ("leasedUntil" IS NULL)),
  constraint "fileTransfers_sizeBytes_check" CHECK ("sizeBytes" > 0)
);

create table "hookDeliveries" (
  id bigint generated by default as identity not null,
  "hookId" text collate "C" not null,
  "eventId" text collate "C" not null,
  state text collate "C" not null,
  tries bigint not null,
  attempts text collate "C" not null,
  "nextAttemptAt" text collate "C" not null,
  "lastAttemptAt" text collate "C",
  "createdAt" text collate "C" not null,
  constraint "hookDeliveries_pkey" PRIMARY KEY (id),
  constraint "hookDeliveries_eventId_hookId_key" UNIQUE ("eventId", "hookId"),
  constraint "hookDeliveries_state_check" CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'given_up'::text])),
  constraint "hookDeliveries_tries_check" CHECK (tries >= 0),
  constraint "hookDeliveries_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "shopEvents"(id) ON DELETE CASCADE,
  constraint "hookDeliveries_hookId_fkey" FOREIGN KEY ("hookId") REFERENCES hooks(id) ON DELETE CASCADE
);

CREATE INDEX "hookDeliveriesDue" ON "hookDeliveries" USING btree ("hookId", "nextAttemptAt") WHERE (state = 'waiting'::text);

CREATE INDEX "hookDeliveriesOfHook" ON "hookDeliveries" USING btree ("hookId", id);

CREATE INDEX "hookDeliveriesTried" ON "hookDeliveries" USING btree ("hookId", "lastAttemptAt") WHERE ("lastAttemptAt" IS NOT NULL);

create table hooks (
  id text collate "C" not null,
  kind text collate "C" not null,
  description text collate "C" not null,
  address text collate "C" not null,
  events text collate "C" not null,
  "includeKeys" bigint not null,
  state text collate "C" not null,
  "stateAt" text collate "C" not null,
  "stateBy" text collate "C",
  "failingSince" text collate "C",
  "createdAt" text collate "C" not null,
  constraint hooks_pkey PRIMARY KEY (id),
  constraint hooks_description_check CHECK (length(description) >= 1 AND length(description) <= 80),
  constraint "hooks_includeKeys_check" CHECK ("includeKeys" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint hooks_kind_check CHECK (kind = ANY (ARRAY['standard'::text, 'discord'::text, 'telegram'::text])),
  constraint hooks_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text]))
);

create table "idempotentCalls" (
  "tokenId" text collate "C" not null,
  "keyHash" text collate "C" not null,
  "requestHash" text collate "C" not null,
  "createdAt" text collate "C" not null,
  status bigint,
  body text collate "C",
  constraint "idempotentCalls_pkey" PRIMARY KEY ("tokenId", "keyHash")
);

create table "importLines" (
  "importId" text collate "C" not null,
  line bigint not null,
  cells text collate "C" not null,
  problem text collate "C",
  constraint "importLines_pkey" PRIMARY KEY ("importId", line),
  constraint "importLines_importId_fkey" FOREIGN KEY ("importId") REFERENCES imports(id) ON DELETE CASCADE
);

create table "importProblems" (
  "importId" text collate "C" not null,
  line bigint not null,
  field text collate "C" not null,
  value text collate "C" not null,
  reason text collate "C" not null,
  constraint "importProblems_pkey" PRIMARY KEY ("importId", line),
  constraint "importProblems_importId_fkey" FOREIGN KEY ("importId") REFERENCES imports(id) ON DELETE CASCADE
);

create table "importSales" (
  "importId" text collate "C" not null,
  "position" bigint not null,
  email text collate "C" not null,
  sale text collate "C" not null,
  constraint "importSales_pkey" PRIMARY KEY ("importId", "position"),
  constraint "importSales_importId_fkey" FOREIGN KEY ("importId") REFERENCES imports(id) ON DELETE CASCADE
);

CREATE INDEX "importSalesByEmail" ON "importSales" USING btree (email);

create table "importedCustomers" (
  "customerId" text collate "C" not null,
  "importId" text collate "C" not null,
  constraint "importedCustomers_pkey" PRIMARY KEY ("customerId"),
  constraint "importedCustomers_importId_fkey" FOREIGN KEY ("importId") REFERENCES imports(id)
);

CREATE INDEX "importedCustomersByImport" ON "importedCustomers" USING btree ("importId", "customerId");

create table "importedProducts" (
  "productId" text collate "C" not null,
  "importId" text collate "C" not null,
  constraint "importedProducts_pkey" PRIMARY KEY ("productId"),
  constraint "importedProducts_importId_fkey" FOREIGN KEY ("importId") REFERENCES imports(id)
);

CREATE INDEX "importedProductsByImport" ON "importedProducts" USING btree ("importId");

create table "importedSales" (
  "purchaseId" text collate "C" not null,
  "importId" text collate "C" not null,
  source text collate "C" not null,
  "externalId" text collate "C" not null,
  "affiliateCode" text collate "C",
  constraint "importedSales_pkey" PRIMARY KEY ("purchaseId"),
  constraint "importedSales_source_externalId_key" UNIQUE (source, "externalId"),
  constraint "importedSales_importId_fkey" FOREIGN KEY ("importId") REFERENCES imports(id),
  constraint "importedSales_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "importedSalesByImport" ON "importedSales" USING btree ("importId", "purchaseId");

create table imports (
  id text collate "C" not null,
  source text collate "C" not null,
  "fileName" text collate "C" not null,
  "fileBytes" bigint not null,
  encoding text collate "C" not null,
  delimiter text collate "C" not null,
  header text collate "C" not null,
  columns text collate "C" not null,
  state text collate "C" not null,
  counts text collate "C" not null,
  products text collate "C" not null,
  rates text collate "C" not null,
  "position" bigint default 0 not null,
  kept bigint default 0 not null,
  announces bigint default 0 not null,
  cursor text collate "C",
  "createdBy" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "startedAt" text collate "C",
  "endedAt" text collate "C",
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_announces_check CHECK (announces = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "imports_fileBytes_check" CHECK ("fileBytes" >= 0),
  constraint imports_kept_check CHECK (kept >= 0),
  constraint imports_position_check CHECK ("position" >= 0),
  constraint imports_state_check CHECK (state = ANY (ARRAY['reading'::text, 'checked'::text, 'importing'::text, 'done'::text, 'undoing'::text, 'undone'::text]))
);

CREATE INDEX "importsByCreation" ON imports USING btree ("createdAt", id);

CREATE INDEX "importsUnderWay" ON imports USING btree (state) WHERE (state = ANY (ARRAY['importing'::text, 'undoing'::text]));

create table incidents (
  subject text collate "C" not null,
  "beganAt" text collate "C",
  "toldAt" text collate "C",
  "isTold" bigint default 0 not null,
  constraint incidents_pkey PRIMARY KEY (subject),
  constraint incidents_check CHECK ("isTold" = 0 OR "beganAt" IS NOT NULL AND "toldAt" IS NOT NULL),
  constraint "incidents_isTold_check" CHECK ("isTold" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint incidents_subject_check CHECK (subject = ANY (ARRAY['backup'::text, 'bank'::text, 'certificate'::text, 'disk'::text]))
);

create table installation (
  id bigint generated by default as identity not null,
  "beganAt" text collate "C" not null,
  "finishedAt" text collate "C",
  constraint installation_pkey PRIMARY KEY (id),
  constraint installation_id_check CHECK (id = 1)
);

create table "installationLinks" (
  hash text collate "C" not null,
  "expiresAt" text collate "C" not null,
  constraint "installationLinks_pkey" PRIMARY KEY (hash),
  constraint "installationLinks_hash_check" CHECK (length(hash) = 64)
);

create table "installationSteps" (
  step text collate "C" not null,
  outcome text collate "C" not null,
  "endedAt" text collate "C" not null,
  constraint "installationSteps_pkey" PRIMARY KEY (step),
  constraint "installationSteps_outcome_check" CHECK (outcome = ANY (ARRAY['saved'::text, 'skipped'::text])),
  constraint "installationSteps_step_check" CHECK (length(step) >= 1 AND length(step) <= 20)
);

create unlogged table instances (
  id text collate "C" not null,
  host text collate "C" not null,
  pid bigint not null,
  version text collate "C" not null,
  "startedAt" text collate "C" not null,
  "seenAt" text collate "C" not null,
  "isLeader" bigint not null,
  beats bigint default 0 not null,
  "newestStep" text collate "C",
  "hasWorker" bigint,
  constraint instances_pkey PRIMARY KEY (id),
  constraint "instances_hasWorker_check" CHECK ("hasWorker" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "instances_isLeader_check" CHECK ("isLeader" = ANY (ARRAY[0::bigint, 1::bigint]))
);

create table invitations (
  id text collate "C" not null,
  email text collate "C" not null,
  role text collate "C" not null,
  "tokenHash" text collate "C" not null,
  "invitedBy" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "expiresAt" text collate "C" not null,
  "endedAt" text collate "C",
  constraint invitations_pkey PRIMARY KEY (id),
  constraint "invitations_tokenHash_key" UNIQUE ("tokenHash"),
  constraint invitations_email_check CHECK (email = lower(email)),
  constraint invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'support'::text, 'content'::text])),
  constraint "invitations_invitedBy_fkey" FOREIGN KEY ("invitedBy") REFERENCES users(id)
);

CREATE UNIQUE INDEX "invitationsOpen" ON invitations USING btree (email) WHERE ("endedAt" IS NULL);

create table invoices (
  "purchaseId" text collate "C" not null,
  state text collate "C" not null,
  "takerKind" text collate "C" not null,
  "takerDocument" text collate "C" not null,
  "takerName" text collate "C" not null,
  "takerAddress" text collate "C",
  number text collate "C",
  url text collate "C",
  "storedAs" text collate "C",
  provider text collate "C",
  "providerReference" text collate "C" not null,
  error text collate "C",
  "requestedAt" text collate "C" not null,
  "dueAt" text collate "C" not null,
  "sentAt" text collate "C",
  tries bigint default 0 not null,
  "nextTryAt" text collate "C",
  "issuedAt" text collate "C",
  words text collate "C" not null,
  constraint invoices_pkey PRIMARY KEY ("purchaseId"),
  constraint "invoices_providerReference_key" UNIQUE ("providerReference"),
  constraint invoices_check CHECK (state <> 'issued'::text OR number IS NOT NULL AND "issuedAt" IS NOT NULL AND provider IS NOT NULL),
  constraint invoices_check1 CHECK ("nextTryAt" IS NULL OR state = 'queued'::text),
  constraint invoices_state_check CHECK (state = ANY (ARRAY['requested'::text, 'queued'::text, 'issued'::text, 'failed'::text, 'cancel_needed'::text, 'cancelled'::text])),
  constraint "invoices_takerKind_check" CHECK ("takerKind" = ANY (ARRAY['cpf'::text, 'cnpj'::text])),
  constraint "invoices_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "invoicesByDay" ON invoices USING btree ("dueAt");

CREATE INDEX "invoicesByState" ON invoices USING btree (state, "dueAt");

CREATE INDEX "invoicesToSend" ON invoices USING btree ("nextTryAt") WHERE ("nextTryAt" IS NOT NULL);

create table "keptReports" (
  since text collate "C" not null,
  until text collate "C" not null,
  shape bigint default 0 not null,
  constraint "keptReports_pkey" PRIMARY KEY (since)
);

create table "keyWords" (
  number bigint generated by default as identity not null,
  id text collate "C" not null,
  words text collate "C" not null,
  constraint "keyWords_pkey" PRIMARY KEY (number),
  constraint "keyWords_id_key" UNIQUE (id)
);

CREATE INDEX "keyWordsByTrigram" ON "keyWords" USING gin (words gin_trgm_ops);

create table "kitParts" (
  "kitId" text collate "C" not null,
  "productId" text collate "C" not null,
  "position" bigint not null,
  constraint "kitParts_pkey" PRIMARY KEY ("kitId", "position"),
  constraint "kitParts_kitId_productId_key" UNIQUE ("kitId", "productId"),
  constraint "kitParts_position_check" CHECK ("position" >= 0),
  constraint "kitParts_kitId_fkey" FOREIGN KEY ("kitId") REFERENCES products(id) ON DELETE CASCADE,
  constraint "kitParts_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id) ON DELETE CASCADE
);

CREATE INDEX "kitPartsByProduct" ON "kitParts" USING btree ("productId");

create table "knownDevices" (
  "userId" text collate "C" not null,
  hash text collate "C" not null,
  "seenAt" text collate "C" not null,
  constraint "knownDevices_pkey" PRIMARY KEY ("userId", hash),
  constraint "knownDevices_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

create table leadership (
  id bigint not null,
  term bigint not null,
  holder text collate "C" not null,
  constraint leadership_pkey PRIMARY KEY (id),
  constraint leadership_id_check CHECK (id = 1)
);

create table machines (
  id text collate "C" not null,
  "keyId" text collate "C" not null,
  "fingerprintHash" text collate "C" not null,
  name text collate "C" not null,
  platform text collate "C",
  "pluginVersion" text collate "C",
  host text collate "C",
  "firstSeenAt" text collate "C" not null,
  "lastSeenAt" text collate "C" not null,
  "releasedAt" text collate "C",
  "releasedBy" text collate "C",
  "offlineUntil" text collate "C",
  constraint machines_pkey PRIMARY KEY (id),
  constraint machines_check CHECK (("releasedAt" IS NULL) = ("releasedBy" IS NULL)),
  constraint machines_host_check CHECK (length(host) <= 40),
  constraint machines_name_check CHECK (length(name) <= 60),
  constraint machines_platform_check CHECK (length(platform) <= 40),
  constraint "machines_pluginVersion_check" CHECK (length("pluginVersion") <= 30),
  constraint "machines_releasedBy_check" CHECK ("releasedBy" = ANY (ARRAY['plugin'::text, 'buyer'::text, 'admin'::text, 'idle'::text])),
  constraint "machines_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "activationKeys"(id)
);

CREATE UNIQUE INDEX "machinesActive" ON machines USING btree ("keyId", "fingerprintHash") WHERE ("releasedAt" IS NULL);

CREATE INDEX "machinesOfKey" ON machines USING btree ("keyId", "releasedAt");

CREATE INDEX "machinesReleased" ON machines USING btree ("releasedAt") WHERE ("releasedAt" IS NOT NULL);

create table "mailAccounts" (
  account text collate "C" not null,
  "refusedAt" text collate "C",
  refusals bigint not null,
  "noticesFrom" text collate "C",
  constraint "mailAccounts_pkey" PRIMARY KEY (account),
  constraint "mailAccounts_account_check" CHECK (account = ANY (ARRAY['shop'::text, 'notices'::text]))
);

create table "mailKinds" (
  kind text collate "C" not null,
  constraint "mailKinds_pkey" PRIMARY KEY (kind)
);

create table "mailTests" (
  id text collate "C" not null,
  "requestedBy" text collate "C" not null,
  "requestedAt" text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C",
  "endedAt" text collate "C",
  constraint "mailTests_pkey" PRIMARY KEY (id),
  constraint "mailTests_check" CHECK ((state = 'waiting'::text) = ("endedAt" IS NULL)),
  constraint "mailTests_state_check" CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);

CREATE INDEX "mailTestsByTime" ON "mailTests" USING btree ("requestedAt");

create table "movedPurchases" (
  "tokenId" text collate "C" not null,
  "purchaseId" text collate "C" not null,
  constraint "movedPurchases_pkey" PRIMARY KEY ("tokenId", "purchaseId"),
  constraint "movedPurchases_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id) ON DELETE CASCADE,
  constraint "movedPurchases_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "buyerTokens"(id) ON DELETE CASCADE
);

CREATE INDEX "movedPurchasesByPurchase" ON "movedPurchases" USING btree ("purchaseId");

create table notifications (
  "deviceId" text collate "C" not null,
  kind text collate "C" not null,
  "subjectId" text collate "C" not null,
  "createdAt" text collate "C" not null,
  constraint notifications_pkey PRIMARY KEY ("deviceId", kind, "subjectId")
);

create table "notifiedDevices" (
  id text collate "C" not null,
  "userId" text collate "C" not null,
  name text collate "C" not null,
  endpoint text collate "C" not null,
  "publicKey" text collate "C" not null,
  "authSecret" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "nextAttemptAt" text collate "C" not null,
  failures bigint default 0 not null,
  constraint "notifiedDevices_pkey" PRIMARY KEY (id),
  constraint "notifiedDevices_endpoint_check" CHECK (length(endpoint) <= 2048),
  constraint "notifiedDevices_failures_check" CHECK (failures >= 0),
  constraint "notifiedDevices_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "notifiedDevicesByUser" ON "notifiedDevices" USING btree ("userId");

create table offers (
  id text collate "C" not null,
  "productId" text collate "C" not null,
  "offeredProductId" text collate "C" not null,
  "priceCents" bigint not null,
  headline text collate "C" not null,
  text text collate "C" not null,
  "isActive" bigint not null,
  "shownCount" bigint default 0 not null,
  "createdAt" text collate "C" not null,
  constraint offers_pkey PRIMARY KEY (id),
  constraint offers_check CHECK ("productId" <> "offeredProductId"),
  constraint "offers_isActive_check" CHECK ("isActive" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "offers_priceCents_check" CHECK ("priceCents" >= 50),
  constraint "offers_offeredProductId_fkey" FOREIGN KEY ("offeredProductId") REFERENCES products(id) ON DELETE CASCADE,
  constraint "offers_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id) ON DELETE CASCADE
);

CREATE INDEX "offersByOfferedProduct" ON offers USING btree ("offeredProductId");

CREATE INDEX "offersByProduct" ON offers USING btree ("productId", "createdAt", id);

create table "offersShown" (
  day text collate "C" not null,
  shown bigint not null,
  constraint "offersShown_pkey" PRIMARY KEY (day)
);

create table "openPurchases" (
  "purchaseId" text collate "C" not null,
  network text collate "C",
  "awaitedAt" text collate "C",
  constraint "openPurchases_pkey" PRIMARY KEY ("purchaseId"),
  constraint "openPurchases_network_check" CHECK (length(network) = 64),
  constraint "openPurchases_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id) ON DELETE CASCADE
);

CREATE INDEX "openPurchasesAwaited" ON "openPurchases" USING btree ("awaitedAt") WHERE ("awaitedAt" IS NOT NULL);

CREATE INDEX "openPurchasesByNetwork" ON "openPurchases" USING btree (network);

create table "openingCodes" (
  "purchaseId" text collate "C" not null,
  "nameHash" text collate "C" not null,
  "codeHash" text collate "C" not null,
  "expiresAt" text collate "C" not null,
  tries bigint default 0 not null,
  "usedAt" text collate "C",
  constraint "openingCodes_pkey" PRIMARY KEY ("purchaseId"),
  constraint "openingCodes_tries_check" CHECK (tries >= 0),
  constraint "openingCodes_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id) ON DELETE CASCADE
);

CREATE INDEX "openingCodesByName" ON "openingCodes" USING btree ("nameHash");

create table outbox (
  id bigint generated by default as identity not null,
  kind text collate "C" not null,
  "purchaseId" text collate "C",
  dedup text collate "C" not null,
  state text collate "C" not null,
  attempts bigint default 0 not null,
  "nextAttemptAt" text collate "C" not null,
  "lastError" text collate "C",
  "createdAt" text collate "C" not null,
  "sentAt" text collate "C",
  "requeuedAt" text collate "C",
  "customerId" text collate "C",
  "releaseId" text collate "C",
  payload text collate "C",
  platform text collate "C" default ''::text not null,
  "isNotice" bigint default 0 not null,
  "bouncedAt" text collate "C",
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_dedup_key UNIQUE (dedup),
  constraint outbox_check CHECK ("purchaseId" IS NOT NULL OR "customerId" IS NOT NULL OR payload IS NOT NULL),
  constraint "outbox_isNotice_check" CHECK ("isNotice" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint outbox_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'given_up'::text])),
  constraint "outbox_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES customers(id) ON DELETE CASCADE,
  constraint outbox_kind_fkey FOREIGN KEY (kind) REFERENCES "mailKinds"(kind),
  constraint "outbox_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "mailSent" ON outbox USING btree ("isNotice", "sentAt") WHERE ("sentAt" IS NOT NULL);

CREATE UNIQUE INDEX "noticeOfRelease" ON outbox USING btree ("releaseId", platform, "customerId") WHERE (("releaseId" IS NOT NULL) AND ("customerId" IS NOT NULL));

CREATE INDEX "noticesByState" ON outbox USING btree ("releaseId", state) WHERE ("releaseId" IS NOT NULL);

CREATE INDEX "outboxByCustomer" ON outbox USING btree ("customerId") WHERE ("customerId" IS NOT NULL);

CREATE INDEX "outboxByPurchase" ON outbox USING btree ("purchaseId", "createdAt");

CREATE INDEX "outboxDue" ON outbox USING btree ("isNotice", "nextAttemptAt") WHERE (state = 'waiting'::text);

CREATE INDEX "outboxGivenUp" ON outbox USING btree (id) WHERE (state = 'given_up'::text);

create table "partnerApplications" (
  id text collate "C" not null,
  email text collate "C" not null,
  name text collate "C" not null,
  plan text collate "C" not null,
  state text collate "C" not null,
  "createdAt" text collate "C" not null,
  "decidedAt" text collate "C",
  constraint "partnerApplications_pkey" PRIMARY KEY (id),
  constraint "partnerApplications_email_key" UNIQUE (email),
  constraint "partnerApplications_check" CHECK ((state = 'waiting'::text) = ("decidedAt" IS NULL)),
  constraint "partnerApplications_state_check" CHECK (state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text]))
);

create table "partnerClicks" (
  "affiliateId" text collate "C" not null,
  day text collate "C" not null,
  clicks bigint not null,
  constraint "partnerClicks_pkey" PRIMARY KEY ("affiliateId", day),
  constraint "partnerClicks_clicks_check" CHECK (clicks > 0),
  constraint "partnerClicks_affiliateId_fkey" FOREIGN KEY ("affiliateId") REFERENCES users(id) ON DELETE CASCADE
);

create table "partnerMaterials" (
  id text collate "C" not null,
  kind text collate "C" not null,
  title text collate "C" not null,
  content text collate "C" not null,
  "createdAt" text collate "C" not null,
  constraint "partnerMaterials_pkey" PRIMARY KEY (id),
  constraint "partnerMaterials_kind_check" CHECK (kind = ANY (ARRAY['picture'::text, 'text'::text]))
);

create table "partnerSessions" (
  id text collate "C" not null,
  "affiliateId" text collate "C" not null,
  "expiresAt" text collate "C" not null,
  constraint "partnerSessions_pkey" PRIMARY KEY (id),
  constraint "partnerSessions_affiliateId_fkey" FOREIGN KEY ("affiliateId") REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "partnerSessionsOfAffiliate" ON "partnerSessions" USING btree ("affiliateId");

create table "partnerTerms" (
  version bigint not null,
  text text collate "C" not null,
  "createdAt" text collate "C" not null,
  constraint "partnerTerms_pkey" PRIMARY KEY (version),
  constraint "partnerTerms_version_check" CHECK (version > 0)
);

create table "partnerTokens" (
  id text collate "C" not null,
  "affiliateId" text collate "C",
  purpose text collate "C" not null,
  "tokenHash" text collate "C" not null,
  "pixKeyType" text collate "C",
  "pixKey" text collate "C",
  "expiresAt" text collate "C" not null,
  "usedAt" text collate "C",
  constraint "partnerTokens_pkey" PRIMARY KEY (id),
  constraint "partnerTokens_tokenHash_key" UNIQUE ("tokenHash"),
  constraint "partnerTokens_purpose_check" CHECK (purpose = ANY (ARRAY['sign_in'::text, 'pix_key'::text])),
  constraint "partnerTokens_affiliateId_fkey" FOREIGN KEY ("affiliateId") REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "partnerTokensByEnd" ON "partnerTokens" USING btree ("expiresAt");

create table passkeys (
  id text collate "C" not null,
  "userId" text collate "C" not null,
  domain text collate "C" not null,
  name text collate "C" not null,
  "publicKey" text collate "C" not null,
  counter bigint not null,
  "createdAt" text collate "C" not null,
  "lastUsedAt" text collate "C",
  "clonedAt" text collate "C",
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_counter_check CHECK (counter >= 0),
  constraint passkeys_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint "passkeys_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "passkeysOfUser" ON passkeys USING btree ("userId");

create table "payoutLines" (
  "payoutId" text collate "C" not null,
  "saleId" text collate "C" not null,
  "fromCents" bigint not null,
  "toCents" bigint not null,
  constraint "payoutLines_pkey" PRIMARY KEY ("payoutId", "saleId"),
  constraint "payoutLines_saleId_fromCents_key" UNIQUE ("saleId", "fromCents"),
  constraint "payoutLines_fromCents_check" CHECK ("fromCents" >= 0),
  constraint "payoutLines_toCents_check" CHECK ("toCents" >= 0),
  constraint "payoutLines_payoutId_fkey" FOREIGN KEY ("payoutId") REFERENCES payouts(id),
  constraint "payoutLines_saleId_fkey" FOREIGN KEY ("saleId") REFERENCES "affiliateSales"(id)
);

create table payouts (
  id text collate "C" not null,
  number bigint not null,
  "affiliateId" text collate "C" not null,
  "amountCents" bigint not null,
  "saleCount" bigint not null,
  "pixKeyType" text collate "C" not null,
  "pixKey" text collate "C" not null,
  state text collate "C" not null,
  "createdAt" text collate "C" not null,
  "paidAt" text collate "C",
  "cancelledAt" text collate "C",
  note text collate "C" default ''::text not null,
  "invoiceUrl" text collate "C" default ''::text not null,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_number_key UNIQUE (number),
  constraint "payouts_amountCents_check" CHECK ("amountCents" > 0),
  constraint payouts_check CHECK ((state = 'paid'::text) = ("paidAt" IS NOT NULL)),
  constraint payouts_check1 CHECK ((state = 'cancelled'::text) = ("cancelledAt" IS NOT NULL)),
  constraint payouts_number_check CHECK (number > 0),
  constraint "payouts_pixKeyType_check" CHECK ("pixKeyType" = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'email'::text, 'phone'::text, 'random'::text])),
  constraint "payouts_saleCount_check" CHECK ("saleCount" > 0),
  constraint payouts_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'cancelled'::text])),
  constraint "payouts_affiliateId_fkey" FOREIGN KEY ("affiliateId") REFERENCES users(id)
);

CREATE UNIQUE INDEX "openPayouts" ON payouts USING btree ("affiliateId") WHERE (state = 'open'::text);

CREATE INDEX "payoutsByTime" ON payouts USING btree ("createdAt", id);

CREATE INDEX "payoutsOfAffiliate" ON payouts USING btree ("affiliateId", "createdAt", id);

create table "productHosts" (
  "productId" text collate "C" not null,
  host text collate "C" not null,
  "minVersion" text collate "C" not null,
  "maxVersion" text collate "C",
  "testedVersion" text collate "C" not null,
  constraint "productHosts_pkey" PRIMARY KEY ("productId", host),
  constraint "productHosts_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id) ON DELETE CASCADE
);

CREATE INDEX "productHostsByHost" ON "productHosts" USING btree (host);

create table "productSlugs" (
  slug text collate "C" not null,
  "productId" text collate "C" not null,
  constraint "productSlugs_pkey" PRIMARY KEY (slug),
  constraint "productSlugs_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id) ON DELETE CASCADE
);

CREATE INDEX "productSlugsByProduct" ON "productSlugs" USING btree ("productId");

create table "productTerms" (
  "productId" text collate "C" not null,
  version bigint not null,
  text text collate "C" not null,
  "createdAt" text collate "C" not null,
  constraint "productTerms_pkey" PRIMARY KEY ("productId", version),
  constraint "productTerms_version_check" CHECK (version >= 1),
  constraint "productTerms_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id) ON DELETE CASCADE
);

create table "productWords" (
  number bigint generated by default as identity not null,
  id text collate "C" not null,
  words text collate "C" not null,
  constraint "productWords_pkey" PRIMARY KEY (number),
  constraint "productWords_id_key" UNIQUE (id)
);

CREATE INDEX "productWordsByTrigram" ON "productWords" USING gin (words gin_trgm_ops);

create table products (
  id text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  "priceCents" bigint not null,
  "originalPriceCents" bigint,
  status text collate "C" not null,
  image text collate "C" not null,
  "categoryId" text collate "C",
  "systemRequirements" text collate "C" not null,
  "isFeatured" bigint not null,
  "downloadUrl" text collate "C" not null,
  "requiresActivation" bigint not null,
  "videoUrl" text collate "C",
  downloads bigint default 0 not null,
  "createdAt" text collate "C" not null,
  "updatedAt" text collate "C" not null,
  "withdrawnAt" text collate "C",
  "publishedAt" text collate "C",
  "licenseTerms" text collate "C",
  "nameOrder" text collate "C" generated always as (translate(lower(name COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  "updatePolicy" text collate "C" default 'always'::text not null,
  "updateMonths" bigint,
  "currentVersion" text collate "C",
  "keySource" text collate "C" default 'pool'::text not null,
  "keyPrefix" text collate "C",
  "machineLimit" bigint,
  "offlineDays" bigint default 30 not null,
  "idleDays" bigint default 90 not null,
  slug text collate "C",
  tagline text collate "C" default ''::text not null,
  body text collate "C" default ''::text not null,
  media text collate "C" default '[]'::text not null,
  faq text collate "C" default '[]'::text not null,
  systems text collate "C" default '[]'::text not null,
  "gpuNote" text collate "C" default ''::text not null,
  "licenseText" text collate "C",
  "termsVersion" bigint default 1 not null,
  "lowKeysAt" bigint,
  "pauseWithoutKeys" bigint default 0 not null,
  "areKeysPlenty" bigint default 0 not null,
  "soldOutAt" text collate "C",
  "allowsQuantity" bigint default 0 not null,
  "quantitySteps" text collate "C",
  kind text collate "C" default 'plugin'::text not null,
  "trialDays" bigint default 0 not null,
  "upgradesFrom" text collate "C" default '[]'::text not null,
  "upgradePriceCents" bigint,
  "replacesKey" bigint default 0 not null,
  "renewalPriceCents" bigint,
  "commissionPercent" bigint,
  "gumroadIds" text collate "C",
  "lemonSqueezyIds" text collate "C",
  constraint products_pkey PRIMARY KEY (id),
  constraint "products_allowsQuantity_check" CHECK ("allowsQuantity" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "products_areKeysPlenty_check" CHECK ("areKeysPlenty" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint products_check CHECK ("updatePolicy" = 'months'::text AND "updateMonths" >= 1 AND "updateMonths" <= 60 OR "updatePolicy" <> 'months'::text AND "updateMonths" IS NULL),
  constraint products_check1 CHECK ("keySource" = 'pool'::text OR "keyPrefix" IS NOT NULL),
  constraint "products_commissionPercent_check" CHECK ("commissionPercent" >= 0 AND "commissionPercent" <= 50),
  constraint products_downloads_check CHECK (downloads >= 0),
  constraint "products_idleDays_check" CHECK ("idleDays" >= 30 AND "idleDays" <= 365),
  constraint "products_isFeatured_check" CHECK ("isFeatured" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "products_keyPrefix_check" CHECK (length("keyPrefix") >= 2 AND length("keyPrefix") <= 6),
  constraint "products_keySource_check" CHECK ("keySource" = ANY (ARRAY['pool'::text, 'made'::text])),
  constraint products_kind_check CHECK (kind = ANY (ARRAY['plugin'::text, 'kit'::text])),
  constraint "products_licenseTerms_check" CHECK (length("licenseTerms") >= 1 AND length("licenseTerms") <= 60),
  constraint "products_lowKeysAt_check" CHECK ("lowKeysAt" >= 0 AND "lowKeysAt" <= 10000),
  constraint "products_machineLimit_check" CHECK ("machineLimit" >= 1 AND "machineLimit" <= 100),
  constraint "products_offlineDays_check" CHECK ("offlineDays" >= 7 AND "offlineDays" <= 365),
  constraint "products_originalPriceCents_check" CHECK ("originalPriceCents" >= 0),
  constraint "products_pauseWithoutKeys_check" CHECK ("pauseWithoutKeys" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "products_priceCents_check" CHECK ("priceCents" >= 0),
  constraint "products_renewalPriceCents_check" CHECK ("renewalPriceCents" >= 0),
  constraint "products_replacesKey_check" CHECK ("replacesKey" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "products_requiresActivation_check" CHECK ("requiresActivation" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint products_status_check CHECK (status = ANY (ARRAY['active'::text, 'Em revisão'::text, 'Inativo'::text])),
  constraint "products_termsVersion_check" CHECK ("termsVersion" >= 1),
  constraint "products_trialDays_check" CHECK ("trialDays" >= 0 AND "trialDays" <= 60),
  constraint "products_updatePolicy_check" CHECK ("updatePolicy" = ANY (ARRAY['always'::text, 'major'::text, 'months'::text])),
  constraint "products_upgradePriceCents_check" CHECK ("upgradePriceCents" >= 0),
  constraint "products_categoryId_fkey" FOREIGN KEY ("categoryId") REFERENCES categories(id) ON DELETE SET NULL
);

CREATE INDEX "productsByName" ON products USING btree ("nameOrder", id) WHERE ("withdrawnAt" IS NULL);

CREATE UNIQUE INDEX "productsBySlug" ON products USING btree (slug);

CREATE INDEX "productsByUpdate" ON products USING btree ("updatedAt" DESC, id) WHERE ("withdrawnAt" IS NULL);

CREATE OR REPLACE FUNCTION "productBecomesSearchable"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "productWords" (id, words) VALUES (NEW.id, translate(lower((coalesce(NEW."name", '') || chr(10) || coalesce(NEW."description", '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "productChangesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE "productWords" SET words = translate(lower((coalesce(NEW."name", '') || chr(10) || coalesce(NEW."description", '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn') WHERE id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "productIsAddedWithPrice"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  RAISE EXCEPTION 'a product on sale costs at least R$ 0,50' USING ERRCODE = 'check_violation';
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION "productKeepsPrice"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  RAISE EXCEPTION 'a product on sale costs at least R$ 0,50' USING ERRCODE = 'check_violation';
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION "productLosesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  DELETE FROM "productWords" WHERE id = OLD.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "productPublicationStands"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  RAISE EXCEPTION 'the day of the first publication does not move' USING ERRCODE = 'check_violation';
  RETURN NEW;
END $function$;

CREATE TRIGGER "productBecomesSearchable" AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION "productBecomesSearchable"();

CREATE TRIGGER "productChangesWords" AFTER UPDATE OF name, description ON products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description) EXECUTE FUNCTION "productChangesWords"();

CREATE TRIGGER "productIsAddedWithPrice" BEFORE INSERT ON products FOR EACH ROW WHEN (new.status = 'active'::text AND new."priceCents" < 50) EXECUTE FUNCTION "productIsAddedWithPrice"();

CREATE TRIGGER "productKeepsPrice" BEFORE UPDATE OF status, "priceCents" ON products FOR EACH ROW WHEN (new.status = 'active'::text AND new."priceCents" < 50) EXECUTE FUNCTION "productKeepsPrice"();

CREATE TRIGGER "productLosesWords" AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION "productLosesWords"();

CREATE TRIGGER "productPublicationStands" BEFORE UPDATE OF "publishedAt" ON products FOR EACH ROW WHEN (old."publishedAt" IS NOT NULL AND old."publishedAt" IS DISTINCT FROM new."publishedAt") EXECUTE FUNCTION "productPublicationStands"();

create table "purchaseEvents" (
  id bigint generated by default as identity not null,
  "purchaseId" text collate "C" not null,
  at text collate "C" not null,
  event text collate "C" not null,
  source text collate "C" not null,
  detail text collate "C",
  constraint "purchaseEvents_pkey" PRIMARY KEY (id),
  constraint "purchaseEvents_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "purchaseEventsByPurchase" ON "purchaseEvents" USING btree ("purchaseId", id);

create table "purchaseItems" (
  "purchaseId" text collate "C" not null,
  "position" bigint not null,
  id text collate "C" not null,
  "productId" text collate "C" not null,
  "productName" text collate "C" not null,
  "kitId" text collate "C",
  "kitName" text collate "C",
  "offerId" text collate "C",
  "priceCents" bigint not null,
  "totalCents" bigint not null,
  "requiresActivation" bigint not null,
  "keyWaitingSince" text collate "C",
  "downloadCount" bigint default 0 not null,
  "updatesMajor" bigint,
  "updatesUntil" text collate "C",
  "lastDownloadHour" text collate "C",
  "awaitsMajor" bigint default 0 not null,
  "licenseTerms" text collate "C",
  "termsVersion" bigint,
  "upgradesItemId" text collate "C",
  "replacesKey" bigint default 0 not null,
  "renewsItemId" text collate "C",
  "renewalMonths" bigint,
  "updatesUntilAtSale" text collate "C",
  "isEndTold" bigint default 0 not null,
  "completesItemIds" text collate "C",
  constraint "purchaseItems_pkey" PRIMARY KEY ("purchaseId", "position"),
  constraint "purchaseItems_id_key" UNIQUE (id),
  constraint "purchaseItems_awaitsMajor_check" CHECK ("awaitsMajor" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "purchaseItems_check" CHECK (("position" = 0) = (id = "purchaseId")),
  constraint "purchaseItems_check1" CHECK (("kitId" IS NULL) = ("kitName" IS NULL)),
  constraint "purchaseItems_downloadCount_check" CHECK ("downloadCount" >= 0),
  constraint "purchaseItems_isEndTold_check" CHECK ("isEndTold" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "purchaseItems_licenseTerms_check" CHECK (length("licenseTerms") >= 1 AND length("licenseTerms") <= 60),
  constraint "purchaseItems_position_check" CHECK ("position" >= 0),
  constraint "purchaseItems_priceCents_check" CHECK ("priceCents" >= 0),
  constraint "purchaseItems_renewalMonths_check" CHECK ("renewalMonths" > 0),
  constraint "purchaseItems_replacesKey_check" CHECK ("replacesKey" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "purchaseItems_requiresActivation_check" CHECK ("requiresActivation" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "purchaseItems_totalCents_check" CHECK ("totalCents" >= 0),
  constraint "purchaseItems_updatesMajor_check" CHECK ("updatesMajor" >= 0),
  constraint "purchaseItems_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id),
  constraint "purchaseItems_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "purchaseItemsAwaitingMajor" ON "purchaseItems" USING btree ("productId") WHERE ("awaitsMajor" = 1);

CREATE INDEX "purchaseItemsByKit" ON "purchaseItems" USING btree ("kitId", "purchaseId") WHERE ("kitId" IS NOT NULL);

CREATE INDEX "purchaseItemsByOffer" ON "purchaseItems" USING btree ("offerId", "purchaseId") WHERE ("offerId" IS NOT NULL);

CREATE INDEX "purchaseItemsByProduct" ON "purchaseItems" USING btree ("productId", "purchaseId");

CREATE INDEX "purchaseItemsEnding" ON "purchaseItems" USING btree ("updatesUntil") WHERE (("updatesUntil" IS NOT NULL) AND ("isEndTold" = 0));

CREATE INDEX "purchaseItemsRenewing" ON "purchaseItems" USING btree ("renewsItemId") WHERE ("renewsItemId" IS NOT NULL);

CREATE INDEX "purchaseItemsUpgrading" ON "purchaseItems" USING btree ("upgradesItemId") WHERE ("upgradesItemId" IS NOT NULL);

CREATE INDEX "purchaseItemsWaitingForKey" ON "purchaseItems" USING btree ("productId", "keyWaitingSince", id) WHERE ("keyWaitingSince" IS NOT NULL);

CREATE OR REPLACE FUNCTION "itemAddsWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE "purchaseWords" SET words = words || chr(10) || translate(lower((coalesce(NEW."kitName" || chr(10), '') || NEW."productName") COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn') WHERE id = NEW."purchaseId";
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "itemChangesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "itemEntersReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = NEW."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "itemLeavesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT (SELECT "createdAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment UNION ALL SELECT (SELECT "completedAt" FROM purchases WHERE id = OLD."purchaseId" AND provider <> 'import') AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE TRIGGER "itemAddsWords" AFTER INSERT ON "purchaseItems" FOR EACH ROW WHEN (new."position" > 0 OR new."kitName" IS NOT NULL) EXECUTE FUNCTION "itemAddsWords"();

CREATE TRIGGER "itemChangesReports" AFTER UPDATE OF "purchaseId", "position", "productId", "totalCents", "requiresActivation" ON "purchaseItems" FOR EACH ROW WHEN (old."purchaseId" IS DISTINCT FROM new."purchaseId" OR old."position" IS DISTINCT FROM new."position" OR old."productId" IS DISTINCT FROM new."productId" OR old."totalCents" IS DISTINCT FROM new."totalCents" OR old."requiresActivation" IS DISTINCT FROM new."requiresActivation") EXECUTE FUNCTION "itemChangesReports"();

CREATE TRIGGER "itemEntersReports" AFTER INSERT ON "purchaseItems" FOR EACH ROW EXECUTE FUNCTION "itemEntersReports"();

CREATE TRIGGER "itemLeavesReports" AFTER DELETE ON "purchaseItems" FOR EACH ROW EXECUTE FUNCTION "itemLeavesReports"();

create table "purchaseWords" (
  number bigint generated by default as identity not null,
  id text collate "C" not null,
  words text collate "C" not null,
  constraint "purchaseWords_pkey" PRIMARY KEY (number),
  constraint "purchaseWords_id_key" UNIQUE (id)
);

CREATE INDEX "purchaseWordsByTrigram" ON "purchaseWords" USING gin (words gin_trgm_ops);

create table purchases (
  id text collate "C" not null,
  "transactionId" text collate "C" not null,
  "providerReference" text collate "C" not null,
  provider text collate "C" not null,
  account text collate "C",
  "idempotencyKeyHash" text collate "C",
  "requestHash" text collate "C",
  "customerId" text collate "C" not null,
  "customerName" text collate "C",
  "customerEmail" text collate "C",
  "productId" text collate "C" not null,
  "productName" text collate "C" not null,
  "licenseTerms" text collate "C",
  "priceCents" bigint not null,
  "discountCents" bigint not null,
  "totalCents" bigint not null,
  "paidCents" bigint,
  "returnedCents" bigint default 0 not null,
  "returnedAt" text collate "C",
  "keptCents" bigint generated always as (
CASE
    WHEN (COALESCE("paidCents", "totalCents") - "returnedCents") < "totalCents" THEN COALESCE("paidCents", "totalCents") - "returnedCents"
    ELSE "totalCents"
END) stored,
  "couponCode" text collate "C",
  status text collate "C" not null,
  "failureReason" text collate "C",
  review text collate "C",
  "chargeState" text collate "C" not null,
  "providerChargeId" text collate "C",
  "providerPaymentId" text collate "C",
  "pixCopyPaste" text collate "C",
  "expiresAt" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "completedAt" text collate "C",
  "refundRequestedAt" text collate "C",
  "refundedAt" text collate "C",
  "nextCheckAt" text collate "C",
  "lastCheckAt" text collate "C",
  "checkCount" bigint default 0 not null,
  "customerOrder" text collate "C" generated always as (translate(lower("customerName" COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  "productOrder" text collate "C" generated always as (translate(lower("productName" COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  number bigint generated by default as identity not null,
  "termsVersion" bigint,
  "recoveredFrom" text collate "C",
  whatsapp text collate "C",
  "originSource" text collate "C",
  "originCampaign" text collate "C",
  origin text collate "C",
  "clickIds" text collate "C",
  "endToEndId" text collate "C",
  "payerHash" text collate "C",
  "affiliateId" text collate "C",
  attribution text collate "C",
  "attributedAt" text collate "C",
  constraint purchases_pkey PRIMARY KEY (id),
  constraint "purchases_idempotencyKeyHash_key" UNIQUE ("idempotencyKeyHash"),
  constraint purchases_number_key UNIQUE (number),
  constraint "purchases_providerReference_key" UNIQUE ("providerReference"),
  constraint "purchases_transactionId_key" UNIQUE ("transactionId"),
  constraint purchases_attribution_check CHECK (attribution = ANY (ARRAY['coupon'::text, 'link'::text])),
  constraint "purchases_chargeState_check" CHECK ("chargeState" = ANY (ARRAY['creating'::text, 'unclear'::text, 'open'::text, 'closed'::text])),
  constraint purchases_check CHECK ("returnedCents" >= 0 AND ("returnedCents" = 0 OR "returnedCents" <= COALESCE("paidCents", "totalCents"))),
  constraint purchases_check1 CHECK ("returnedAt" IS NULL OR "returnedCents" > 0),
  constraint purchases_check2 CHECK ((status = 'FAILED'::text) = ("failureReason" IS NOT NULL)),
  constraint purchases_check3 CHECK ((status <> ALL (ARRAY['COMPLETED'::text, 'REFUNDED'::text])) OR "completedAt" IS NOT NULL),
  constraint purchases_check4 CHECK ((status = 'REFUNDED'::text) = ("refundedAt" IS NOT NULL)),
  constraint "purchases_discountCents_check" CHECK ("discountCents" >= 0),
  constraint "purchases_failureReason_check" CHECK ("failureReason" = ANY (ARRAY['expired'::text, 'rejected'::text, 'provider'::text])),
  constraint "purchases_licenseTerms_check" CHECK (length("licenseTerms") >= 1 AND length("licenseTerms") <= 60),
  constraint purchases_number_check CHECK (number > 1000),
  constraint "purchases_paidCents_check" CHECK ("paidCents" >= 0),
  constraint "purchases_priceCents_check" CHECK ("priceCents" >= 0),
  constraint purchases_review_check CHECK (review = ANY (ARRAY['short_payment'::text, 'dispute'::text, 'unknown_account'::text, 'duplicate_payment'::text, 'partial_return'::text, 'unknown_state'::text])),
  constraint purchases_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'FAILED'::text, 'REFUNDED'::text])),
  constraint "purchases_totalCents_check" CHECK ("totalCents" >=
CASE provider
    WHEN 'import'::text THEN 0
    ELSE 50
END),
  constraint purchases_whatsapp_check CHECK (length(whatsapp) >= 12 AND length(whatsapp) <= 14),
  constraint "purchases_affiliateId_fkey" FOREIGN KEY ("affiliateId") REFERENCES users(id),
  constraint "purchases_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES customers(id),
  constraint "purchases_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id)
) with (fillfactor=75);

CREATE INDEX "purchasesBeingRefunded" ON purchases USING btree ("createdAt", id) WHERE (("refundRequestedAt" IS NOT NULL) AND ("refundedAt" IS NULL));

CREATE INDEX "purchasesByCampaign" ON purchases USING btree ("originCampaign", "createdAt") WHERE ("originCampaign" IS NOT NULL);

CREATE INDEX "purchasesByCreation" ON purchases USING btree ("createdAt", id, status);

CREATE INDEX "purchasesByCustomer" ON purchases USING btree ("customerId", "createdAt");

CREATE INDEX "purchasesByCustomerName" ON purchases USING btree ("customerOrder" NULLS FIRST, id, status);

CREATE INDEX "purchasesByEndToEndId" ON purchases USING btree ("endToEndId") WHERE ("endToEndId" IS NOT NULL);

CREATE INDEX "purchasesByOrigin" ON purchases USING btree ("originSource", "createdAt") WHERE ("originSource" IS NOT NULL);

CREATE INDEX "purchasesByPayment" ON purchases USING btree ("providerPaymentId") WHERE ("providerPaymentId" IS NOT NULL);

CREATE INDEX "purchasesByProductName" ON purchases USING btree ("productOrder", id, status);

CREATE INDEX "purchasesByTotal" ON purchases USING btree ("totalCents", id, status);

CREATE INDEX "purchasesDue" ON purchases USING btree ("nextCheckAt") WHERE ("nextCheckAt" IS NOT NULL);

CREATE INDEX "purchasesEnded" ON purchases USING btree (status, "failureReason", "createdAt", id) WHERE ((status = 'FAILED'::text) OR (status = 'REFUNDED'::text));

CREATE INDEX "purchasesEndedByCustomer" ON purchases USING btree (status, "failureReason", "customerOrder" NULLS FIRST, id) WHERE ((status = 'FAILED'::text) OR (status = 'REFUNDED'::text));

CREATE INDEX "purchasesEndedByProduct" ON purchases USING btree (status, "failureReason", "productOrder", id) WHERE ((status = 'FAILED'::text) OR (status = 'REFUNDED'::text));

CREATE INDEX "purchasesEndedByTotal" ON purchases USING btree (status, "failureReason", "totalCents", id) WHERE ((status = 'FAILED'::text) OR (status = 'REFUNDED'::text));

CREATE INDEX "purchasesInReview" ON purchases USING btree ("createdAt", id) WHERE (review IS NOT NULL);

CREATE INDEX "purchasesNeverPaid" ON purchases USING btree ("createdAt") WHERE ((status = 'FAILED'::text) AND ("paidCents" IS NULL) AND ("customerId" <> 'nobody'::text));

CREATE INDEX "purchasesOfAffiliate" ON purchases USING btree ("affiliateId") WHERE ("affiliateId" IS NOT NULL);

CREATE INDEX "purchasesOpen" ON purchases USING btree ("createdAt", id) WHERE (status = 'PENDING'::text);

CREATE INDEX "purchasesRecovered" ON purchases USING btree ("recoveredFrom", "createdAt") WHERE ("recoveredFrom" IS NOT NULL);

CREATE INDEX "purchasesRecoveredSold" ON purchases USING btree ("completedAt", "recoveredFrom", "keptCents") WHERE ((status = 'COMPLETED'::text) AND ("recoveredFrom" IS NOT NULL));

CREATE INDEX "purchasesRefunded" ON purchases USING btree ("refundedAt", "totalCents", "paidCents", provider) WHERE ("refundedAt" IS NOT NULL);

CREATE INDEX "purchasesReturnedInPart" ON purchases USING btree ("returnedAt", "totalCents", "paidCents", "keptCents") WHERE ((status = 'COMPLETED'::text) AND ("returnedAt" IS NOT NULL));

CREATE INDEX "purchasesSold" ON purchases USING btree ("completedAt", id, "keptCents", "totalCents", "discountCents", provider) WHERE (status = 'COMPLETED'::text);

CREATE INDEX "purchasesSoldByCoupon" ON purchases USING btree ("couponCode", status, "completedAt", "keptCents", "discountCents", id) WHERE ("couponCode" IS NOT NULL);

CREATE INDEX "purchasesUnsettled" ON purchases USING btree (account, provider) WHERE ((status = 'PENDING'::text) OR (review IS NOT NULL) OR (("refundRequestedAt" IS NOT NULL) AND ("refundedAt" IS NULL)));

CREATE INDEX "purchasesWithClickIds" ON purchases USING btree ("createdAt") WHERE ("clickIds" IS NOT NULL);

CREATE INDEX "purchasesWithWhatsapp" ON purchases USING btree ("createdAt") WHERE (whatsapp IS NOT NULL);

CREATE INDEX "purchasesWithoutAccount" ON purchases USING btree (provider) WHERE (account IS NULL);

CREATE OR REPLACE FUNCTION "buyerChangesWordsOfKey"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE "keyWords"
    SET words = translate(lower(((SELECT sold.key FROM "activationKeys" AS sold WHERE sold.id = "keyWords".id) || chr(10) || coalesce(NEW."customerName", '') || chr(10) || coalesce(NEW."customerEmail", '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn')
    WHERE id IN (SELECT sold.id FROM "purchaseItems" AS item JOIN "activationKeys" AS sold ON sold."itemId" = item.id
      WHERE item."purchaseId" = NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "chargeAdded"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "bankCharges" (provider, "chargeId", "purchaseId")
    SELECT NEW.provider, NEW."providerChargeId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankCharges"
      WHERE provider = NEW.provider AND "chargeId" = NEW."providerChargeId" AND "purchaseId" = NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "chargeNamed"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "bankCharges" (provider, "chargeId", "purchaseId")
    SELECT NEW.provider, NEW."providerChargeId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankCharges"
      WHERE provider = NEW.provider AND "chargeId" = NEW."providerChargeId" AND "purchaseId" = NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "paymentTaken"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "bankPayments" (account, "paymentId", "purchaseId")
    SELECT coalesce(NEW.account, NEW.provider), NEW."providerPaymentId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankPayments" WHERE account = coalesce(NEW.account, NEW.provider)
      AND "paymentId" = NEW."providerPaymentId" AND "purchaseId" = NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseBecomesSearchable"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "purchaseWords" (id, words) VALUES (NEW.id, translate(lower((coalesce(NEW."id", '') || chr(10) || coalesce(NEW."transactionId", '') || chr(10) || coalesce(NEW."customerName", '') || chr(10) || coalesce(NEW."customerEmail", '') || chr(10) || coalesce(NEW."productName", '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseChangesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."createdAt" AS moment UNION ALL SELECT OLD."completedAt" AS moment UNION ALL SELECT OLD."refundedAt" AS moment UNION ALL SELECT OLD."returnedAt" AS moment UNION ALL SELECT NEW."createdAt" AS moment UNION ALL SELECT NEW."completedAt" AS moment UNION ALL SELECT NEW."refundedAt" AS moment UNION ALL SELECT NEW."returnedAt" AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseChangesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  UPDATE "purchaseWords" SET words = translate(lower((coalesce(NEW."id", '') || chr(10) || coalesce(NEW."transactionId", '') || chr(10) || coalesce(NEW."customerName", '') || chr(10) || coalesce(NEW."customerEmail", '') || chr(10) || coalesce(NEW."productName", '') || coalesce((SELECT string_agg(chr(10) || coalesce(further."kitName" || chr(10), '') || further."productName", '')
    FROM (SELECT "productName", "kitName" FROM "purchaseItems"
      WHERE "purchaseId" = NEW.id AND ("purchaseItems".position > 0 OR "purchaseItems"."kitName" IS NOT NULL) ORDER BY position) AS further), '')) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ', 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn') WHERE id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseClosed"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  DELETE FROM "openPurchases" WHERE "purchaseId" = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseEntersReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT NEW."createdAt" AS moment UNION ALL SELECT NEW."completedAt" AS moment UNION ALL SELECT NEW."refundedAt" AS moment UNION ALL SELECT NEW."returnedAt" AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseFails"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  PERFORM 1 FROM customers WHERE id = NEW."customerId" FOR NO KEY UPDATE;
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + CASE WHEN NEW.status = 'FAILED' THEN -1 ELSE 1 END,
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status <> 'FAILED')
    WHERE id = NEW."customerId";
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseLeavesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD."createdAt" AS moment UNION ALL SELECT OLD."completedAt" AS moment UNION ALL SELECT OLD."refundedAt" AS moment UNION ALL SELECT OLD."returnedAt" AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseLosesWords"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  DELETE FROM "purchaseWords" WHERE id = OLD.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseRetallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('purchases:' || OLD.status || ':' || coalesce(OLD."failureReason", ''), -1), ('purchases:' || NEW.status || ':' || coalesce(NEW."failureReason", ''), 1);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseTallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('purchases:' || NEW.status || ':' || coalesce(NEW."failureReason", ''), 1);
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + 1,
    "lastPurchaseAt" = CASE WHEN "lastPurchaseAt" > NEW."createdAt" THEN "lastPurchaseAt" ELSE NEW."createdAt" END
    WHERE id = NEW."customerId" AND NEW.status <> 'FAILED';
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "purchaseUntallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "tallyChanges" (name, amount) VALUES ('purchases:' || OLD.status || ':' || coalesce(OLD."failureReason", ''), -1);
  PERFORM 1 FROM customers WHERE id = OLD."customerId" FOR NO KEY UPDATE;
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" - 1,
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = OLD."customerId" AND status <> 'FAILED')
    WHERE id = OLD."customerId" AND OLD.status <> 'FAILED';
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "saleRetallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "salesByHourChanges" (hour, sales, "salesCents") VALUES (substr(NEW."completedAt", 1, 13), +1, +NEW."keptCents");
  INSERT INTO "tallyChanges" (name, amount) VALUES ('sales', +1), ('salesCents', +NEW."keptCents");
  UPDATE customers SET
    "saleCount" = "saleCount" + 1,
    "totalSpentCents" = "totalSpentCents" + NEW."keptCents",
    "firstSaleAt" = CASE WHEN "firstSaleAt" < NEW."completedAt" THEN "firstSaleAt" ELSE NEW."completedAt" END
    WHERE id = NEW."customerId";
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "saleTallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "salesByHourChanges" (hour, sales, "salesCents") VALUES (substr(NEW."completedAt", 1, 13), +1, +NEW."keptCents");
  INSERT INTO "tallyChanges" (name, amount) VALUES ('sales', +1), ('salesCents', +NEW."keptCents");
  UPDATE customers SET
    "saleCount" = "saleCount" + 1,
    "totalSpentCents" = "totalSpentCents" + NEW."keptCents",
    "firstSaleAt" = CASE WHEN "firstSaleAt" < NEW."completedAt" THEN "firstSaleAt" ELSE NEW."completedAt" END
    WHERE id = NEW."customerId";
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "saleUntallied"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  PERFORM 1 FROM customers WHERE id = NEW."customerId" FOR NO KEY UPDATE;
  INSERT INTO "salesByHourChanges" (hour, sales, "salesCents") VALUES (substr(OLD."completedAt", 1, 13), -1, -OLD."keptCents");
  INSERT INTO "tallyChanges" (name, amount) VALUES ('sales', -1), ('salesCents', -OLD."keptCents");
  UPDATE customers SET
    "saleCount" = "saleCount" - 1,
    "totalSpentCents" = "totalSpentCents" - OLD."keptCents",
    "firstSaleAt" = (SELECT min("completedAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status = 'COMPLETED' AND provider <> 'import')
    WHERE id = NEW."customerId";
  RETURN NULL;
END $function$;

CREATE TRIGGER "buyerChangesWordsOfKey" AFTER UPDATE OF "customerName", "customerEmail" ON purchases FOR EACH ROW WHEN (old."customerName" IS DISTINCT FROM new."customerName" OR old."customerEmail" IS DISTINCT FROM new."customerEmail") EXECUTE FUNCTION "buyerChangesWordsOfKey"();

CREATE TRIGGER "chargeAdded" AFTER INSERT ON purchases FOR EACH ROW WHEN (new."providerChargeId" <> new."providerReference") EXECUTE FUNCTION "chargeAdded"();

CREATE TRIGGER "chargeNamed" AFTER UPDATE OF "providerChargeId" ON purchases FOR EACH ROW WHEN (new."providerChargeId" <> new."providerReference") EXECUTE FUNCTION "chargeNamed"();

CREATE TRIGGER "paymentTaken" AFTER UPDATE OF status ON purchases FOR EACH ROW WHEN (new.status = 'COMPLETED'::text AND old.status <> 'COMPLETED'::text AND new."providerPaymentId" IS NOT NULL) EXECUTE FUNCTION "paymentTaken"();

CREATE TRIGGER "purchaseBecomesSearchable" AFTER INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION "purchaseBecomesSearchable"();

CREATE TRIGGER "purchaseChangesReports" AFTER UPDATE OF "productId", "discountCents", "totalCents", "paidCents", "returnedCents", "returnedAt", "couponCode", status, "failureReason", "chargeState", "createdAt", "completedAt", "refundedAt", "originSource", "originCampaign" ON purchases FOR EACH ROW WHEN (old.provider <> 'import'::text AND (old."productId" IS DISTINCT FROM new."productId" OR old."discountCents" IS DISTINCT FROM new."discountCents" OR old."totalCents" IS DISTINCT FROM new."totalCents" OR old."paidCents" IS DISTINCT FROM new."paidCents" OR old."returnedCents" IS DISTINCT FROM new."returnedCents" OR old."returnedAt" IS DISTINCT FROM new."returnedAt" OR old."couponCode" IS DISTINCT FROM new."couponCode" OR old.status IS DISTINCT FROM new.status OR old."failureReason" IS DISTINCT FROM new."failureReason" OR old."chargeState" IS DISTINCT FROM new."chargeState" OR old."createdAt" IS DISTINCT FROM new."createdAt" OR old."completedAt" IS DISTINCT FROM new."completedAt" OR old."refundedAt" IS DISTINCT FROM new."refundedAt" OR old."originSource" IS DISTINCT FROM new."originSource" OR old."originCampaign" IS DISTINCT FROM new."originCampaign") AND LEAST(old."createdAt", old."completedAt", old."refundedAt", old."returnedAt", new."createdAt", new."completedAt", new."refundedAt", new."returnedAt") < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "purchaseChangesReports"();

CREATE TRIGGER "purchaseChangesWords" AFTER UPDATE OF id, "transactionId", "customerName", "customerEmail", "productName" ON purchases FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old."transactionId" IS DISTINCT FROM new."transactionId" OR old."customerName" IS DISTINCT FROM new."customerName" OR old."customerEmail" IS DISTINCT FROM new."customerEmail" OR old."productName" IS DISTINCT FROM new."productName") EXECUTE FUNCTION "purchaseChangesWords"();

CREATE TRIGGER "purchaseClosed" AFTER UPDATE OF status ON purchases FOR EACH ROW WHEN (new.status <> 'PENDING'::text) EXECUTE FUNCTION "purchaseClosed"();

CREATE TRIGGER "purchaseEntersReports" AFTER INSERT ON purchases FOR EACH ROW WHEN (new.provider <> 'import'::text AND LEAST(new."createdAt", new."completedAt", new."refundedAt", new."returnedAt") < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "purchaseEntersReports"();

CREATE TRIGGER "purchaseFails" AFTER UPDATE OF status ON purchases FOR EACH ROW WHEN ((old.status = 'FAILED'::text) <> (new.status = 'FAILED'::text)) EXECUTE FUNCTION "purchaseFails"();

CREATE TRIGGER "purchaseLeavesReports" AFTER DELETE ON purchases FOR EACH ROW WHEN (old.provider <> 'import'::text AND LEAST(old."createdAt", old."completedAt", old."refundedAt", old."returnedAt") < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "purchaseLeavesReports"();

CREATE TRIGGER "purchaseLosesWords" AFTER DELETE ON purchases FOR EACH ROW EXECUTE FUNCTION "purchaseLosesWords"();

CREATE TRIGGER "purchaseRetallied" AFTER UPDATE OF status, "failureReason" ON purchases FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old."failureReason" IS DISTINCT FROM new."failureReason") EXECUTE FUNCTION "purchaseRetallied"();

CREATE TRIGGER "purchaseTallied" AFTER INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION "purchaseTallied"();

CREATE TRIGGER "purchaseUntallied" AFTER DELETE ON purchases FOR EACH ROW EXECUTE FUNCTION "purchaseUntallied"();

CREATE TRIGGER "saleRetallied" AFTER UPDATE OF status, "totalCents", "paidCents", "returnedCents", "completedAt" ON purchases FOR EACH ROW WHEN (new.status = 'COMPLETED'::text AND new.provider <> 'import'::text) EXECUTE FUNCTION "saleRetallied"();

CREATE TRIGGER "saleTallied" AFTER INSERT ON purchases FOR EACH ROW WHEN (new.status = 'COMPLETED'::text AND new.provider <> 'import'::text) EXECUTE FUNCTION "saleTallied"();

CREATE TRIGGER "saleUntallied" AFTER UPDATE OF status, "totalCents", "paidCents", "returnedCents", "completedAt" ON purchases FOR EACH ROW WHEN (old.status = 'COMPLETED'::text AND old.provider <> 'import'::text) EXECUTE FUNCTION "saleUntallied"();

create table "quietHours" (
  "userId" text collate "C" not null,
  "fromHour" bigint not null,
  "untilHour" bigint not null,
  constraint "quietHours_pkey" PRIMARY KEY ("userId"),
  constraint "quietHours_fromHour_check" CHECK ("fromHour" >= 0 AND "fromHour" <= 23),
  constraint "quietHours_untilHour_check" CHECK ("untilHour" >= 0 AND "untilHour" <= 23),
  constraint "quietHours_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

create table "recoveryCodes" (
  "userId" text collate "C" not null,
  hash text collate "C" not null,
  "usedAt" text collate "C",
  constraint "recoveryCodes_pkey" PRIMARY KEY ("userId", hash),
  constraint "recoveryCodes_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

create table redemptions (
  "purchaseId" text collate "C" not null,
  "couponId" text collate "C" not null,
  state text collate "C" not null,
  "createdAt" text collate "C" not null,
  "updatedAt" text collate "C" not null,
  constraint redemptions_pkey PRIMARY KEY ("purchaseId"),
  constraint redemptions_state_check CHECK (state = ANY (ARRAY['HELD'::text, 'USED'::text, 'FREED'::text, 'LATE'::text])),
  constraint "redemptions_couponId_fkey" FOREIGN KEY ("couponId") REFERENCES coupons(id) ON DELETE RESTRICT,
  constraint "redemptions_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "redemptionsByCoupon" ON redemptions USING btree ("couponId");

create table "refusedSignIns" (
  account text collate "C" not null,
  since text collate "C" not null,
  attempts bigint not null,
  constraint "refusedSignIns_pkey" PRIMARY KEY (account),
  constraint "refusedSignIns_attempts_check" CHECK (attempts >= 1)
);

create table "releaseFiles" (
  id text collate "C" not null,
  "releaseId" text collate "C" not null,
  platform text collate "C" not null,
  label text collate "C" not null,
  "fileName" text collate "C" not null,
  "sizeBytes" bigint not null,
  sha256 text collate "C" not null,
  "storedAs" text collate "C" not null,
  downloads bigint default 0 not null,
  "createdAt" text collate "C" not null,
  "sizeCheckedAt" text collate "C" not null,
  "contentCheckedAt" text collate "C" not null,
  "damagedAt" text collate "C",
  "awaitsPublication" bigint default 0 not null,
  constraint "releaseFiles_pkey" PRIMARY KEY (id),
  constraint "releaseFiles_releaseId_fileName_key" UNIQUE ("releaseId", "fileName"),
  constraint "releaseFiles_storedAs_key" UNIQUE ("storedAs"),
  constraint "releaseFiles_awaitsPublication_check" CHECK ("awaitsPublication" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "releaseFiles_downloads_check" CHECK (downloads >= 0),
  constraint "releaseFiles_platform_check" CHECK (platform = ANY (ARRAY['any'::text, 'windows'::text, 'macos'::text, 'macos-intel'::text, 'macos-arm'::text, 'linux'::text])),
  constraint "releaseFiles_sizeBytes_check" CHECK ("sizeBytes" > 0),
  constraint "releaseFiles_releaseId_fkey" FOREIGN KEY ("releaseId") REFERENCES releases(id) ON DELETE CASCADE
);

create table releases (
  id text collate "C" not null,
  "productId" text collate "C" not null,
  version text collate "C" not null,
  channel text collate "C" not null,
  state text collate "C" not null,
  notes text collate "C" not null,
  "isCritical" bigint not null,
  "createdAt" text collate "C" not null,
  "publishedAt" text collate "C",
  "withdrawnAt" text collate "C",
  "withdrawnReason" text collate "C",
  constraint releases_pkey PRIMARY KEY (id),
  constraint "releases_productId_version_key" UNIQUE ("productId", version),
  constraint releases_channel_check CHECK (channel = ANY (ARRAY['stable'::text, 'beta'::text])),
  constraint releases_check CHECK ((state = 'draft'::text) = ("publishedAt" IS NULL)),
  constraint releases_check1 CHECK ((state = 'withdrawn'::text) = ("withdrawnAt" IS NOT NULL)),
  constraint releases_check2 CHECK (("withdrawnAt" IS NULL) = ("withdrawnReason" IS NULL)),
  constraint "releases_isCritical_check" CHECK ("isCritical" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint releases_state_check CHECK (state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text])),
  constraint "releases_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id) ON DELETE CASCADE
);

create table "reminderOptOuts" (
  "addressHash" text collate "C" not null,
  "createdAt" text collate "C" not null,
  constraint "reminderOptOuts_pkey" PRIMARY KEY ("addressHash")
);

create table reminders (
  "purchaseId" text collate "C" not null,
  step bigint not null,
  "dueAt" text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C",
  "addressHash" text collate "C",
  "queuedAt" text collate "C",
  "sentAt" text collate "C",
  "couponCode" text collate "C",
  "tokenHash" text collate "C",
  "linkExpiresAt" text collate "C",
  "clickedAt" text collate "C",
  constraint reminders_pkey PRIMARY KEY ("purchaseId", step),
  constraint "reminders_tokenHash_key" UNIQUE ("tokenHash"),
  constraint reminders_check CHECK ((state = 'skipped'::text) = (reason IS NOT NULL)),
  constraint reminders_check1 CHECK ((state = 'sent'::text) = ("sentAt" IS NOT NULL)),
  constraint reminders_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'skipped'::text])),
  constraint reminders_step_check CHECK (step >= 1 AND step <= 3),
  constraint "reminders_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "remindersByAddress" ON reminders USING btree ("addressHash") WHERE ("addressHash" IS NOT NULL);

CREATE INDEX "remindersDue" ON reminders USING btree ("dueAt") WHERE ((state = 'waiting'::text) AND ("queuedAt" IS NULL));

CREATE INDEX "remindersSent" ON reminders USING btree ("sentAt") WHERE ("sentAt" IS NOT NULL);

create table "reportParts" (
  report text collate "C" not null,
  period text collate "C" not null,
  rows text collate "C" not null,
  constraint "reportParts_pkey" PRIMARY KEY (report, period)
);

create table restores (
  id bigint generated by default as identity not null,
  "backupAt" text collate "C" not null,
  "restoredAt" text collate "C" not null,
  "isFormerRead" bigint,
  purchases bigint,
  keys bigint,
  "heldKeys" bigint,
  erased bigint,
  failover text collate "C",
  constraint restores_pkey PRIMARY KEY (id),
  constraint restores_failover_check CHECK (failover = ANY (ARRAY['waiting'::text, 'nothing_lost'::text, 'may_have_lost'::text])),
  constraint "restores_isFormerRead_check" CHECK ("isFormerRead" = ANY (ARRAY[0::bigint, 1::bigint]))
);

create table "reviewNotices" (
  "itemId" text collate "C" not null,
  "dueAt" text collate "C" not null,
  constraint "reviewNotices_pkey" PRIMARY KEY ("itemId"),
  constraint "reviewNotices_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "purchaseItems"(id)
);

CREATE INDEX "reviewNoticesDue" ON "reviewNotices" USING btree ("dueAt");

create table reviews (
  id text collate "C" not null,
  "customerId" text collate "C" not null,
  "productId" text collate "C" not null,
  "itemId" text collate "C" not null,
  rating bigint not null,
  title text collate "C",
  body text collate "C",
  words text collate "C" not null,
  "showsName" bigint not null,
  editor text collate "C",
  system text collate "C",
  state text collate "C" not null,
  "hiddenReason" text collate "C",
  answer text collate "C",
  "answeredAt" text collate "C",
  "writtenAt" text collate "C" not null,
  "changedAt" text collate "C" not null,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint "reviews_customerId_productId_key" UNIQUE ("customerId", "productId"),
  constraint reviews_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 2000),
  constraint reviews_body_check CHECK (length(body) >= 1 AND length(body) <= 2000),
  constraint reviews_check CHECK ((title IS NULL) = (body IS NULL)),
  constraint reviews_check1 CHECK ((state = 'hidden'::text) = ("hiddenReason" IS NOT NULL)),
  constraint reviews_check2 CHECK ((answer IS NULL) = ("answeredAt" IS NULL)),
  constraint "reviews_hiddenReason_check" CHECK ("hiddenReason" = ANY (ARRAY['spam'::text, 'offence'::text, 'other_product'::text])),
  constraint reviews_rating_check CHECK (rating >= 1 AND rating <= 5),
  constraint "reviews_showsName_check" CHECK ("showsName" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint reviews_state_check CHECK (state = ANY (ARRAY['pending'::text, 'shown'::text, 'hidden'::text])),
  constraint reviews_title_check CHECK (length(title) >= 1 AND length(title) <= 80),
  constraint "reviews_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES customers(id),
  constraint "reviews_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "purchaseItems"(id),
  constraint "reviews_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id)
);

CREATE INDEX "reviewsByChange" ON reviews USING btree ("changedAt");

CREATE INDEX "reviewsByWriting" ON reviews USING btree ("writtenAt", id);

CREATE INDEX "reviewsOfItem" ON reviews USING btree ("itemId");

CREATE INDEX "reviewsOfProduct" ON reviews USING btree ("productId", state, "writtenAt");

CREATE INDEX "reviewsPending" ON reviews USING btree ("writtenAt") WHERE (state = 'pending'::text);

create table "salesByHourChanges" (
  hour text collate "C" not null,
  sales bigint not null,
  "salesCents" bigint not null
);

create table "salesByHourTotals" (
  hour text collate "C" not null,
  sales bigint not null,
  "salesCents" bigint not null,
  constraint "salesByHourTotals_pkey" PRIMARY KEY (hour)
);

create table "sandboxCharges" (
  reference text collate "C" not null,
  "amountCents" bigint not null,
  state text collate "C" not null,
  "copyPaste" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "expiresAt" text collate "C" not null,
  "paidAt" text collate "C",
  constraint "sandboxCharges_pkey" PRIMARY KEY (reference),
  constraint "sandboxCharges_amountCents_check" CHECK ("amountCents" > 0),
  constraint "sandboxCharges_state_check" CHECK (state = ANY (ARRAY['waiting'::text, 'paid'::text, 'rejected'::text, 'expired'::text, 'cancelled'::text, 'refunded'::text]))
);

create table "savedViews" (
  id text collate "C" not null,
  "ownerId" text collate "C",
  list text collate "C" not null,
  name text collate "C" not null,
  query text collate "C" not null,
  "createdAt" text collate "C" not null,
  "updatedAt" text collate "C" not null,
  constraint "savedViews_pkey" PRIMARY KEY (id),
  constraint "savedViews_name_check" CHECK (length(name) >= 1 AND length(name) <= 40),
  constraint "savedViews_query_check" CHECK (length(query) <= 1000),
  constraint "savedViews_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES users(id)
);

CREATE UNIQUE INDEX "ownViewsByName" ON "savedViews" USING btree ("ownerId", list, name);

CREATE UNIQUE INDEX "sharedViewsByName" ON "savedViews" USING btree (list, name) WHERE ("ownerId" IS NULL);

create table "schemaFloor" (
  name text collate "C" not null,
  constraint "schemaFloor_pkey" PRIMARY KEY (name)
);

create table secrets (
  name text collate "C" not null,
  hash text collate "C" not null,
  constraint secrets_pkey PRIMARY KEY (name)
);

create table sessions (
  id text collate "C" not null,
  user_id text collate "C" not null,
  expires_at bigint not null,
  created_at bigint not null,
  gates text collate "C" default ''::text not null,
  device text collate "C",
  seen_at bigint,
  "confirmedAt" bigint,
  "isFactorMissing" bigint default 0 not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint "sessions_isFactorMissing_check" CHECK ("isFactorMissing" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "sessionsByUser" ON sessions USING btree (user_id);

create table settings (
  key text collate "C" not null,
  value text collate "C" not null,
  "updatedAt" text collate "C" not null,
  "updatedBy" text collate "C" not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create unlogged table "sharedLimits" (
  key text collate "C" not null,
  points bigint default 0 not null,
  expire bigint,
  constraint "sharedLimits_pkey" PRIMARY KEY (key)
);

CREATE INDEX "sharedLimitsExpired" ON "sharedLimits" USING btree (expire);

create table "shopEvents" (
  id text collate "C" not null,
  type text collate "C" not null,
  "subjectId" text collate "C" not null,
  "purchaseId" text collate "C",
  data text collate "C" not null,
  person text collate "C",
  "createdAt" text collate "C" not null,
  constraint "shopEvents_pkey" PRIMARY KEY (id)
);

CREATE INDEX "shopEventsByTime" ON "shopEvents" USING btree ("createdAt", id);

CREATE INDEX "shopEventsOfPurchase" ON "shopEvents" USING btree ("purchaseId") WHERE ("purchaseId" IS NOT NULL);

CREATE OR REPLACE FUNCTION "shopEventDelivered"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "hookDeliveries" ("hookId", "eventId", state, tries, attempts, "nextAttemptAt", "createdAt")
    SELECT id, NEW.id, 'waiting', 0, '[]', NEW."createdAt", NEW."createdAt" FROM hooks
    WHERE state <> 'disabled' AND events LIKE '%"' || NEW.type || '"%'
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "shopEventNotified"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO notifications ("deviceId", kind, "subjectId", "createdAt")
    SELECT device.id, CASE NEW.type WHEN 'sale.paid' THEN 'sale' WHEN 'sale.in_review' THEN 'review' WHEN 'sale.withdrawal_requested' THEN 'withdrawal' WHEN 'keys.low' THEN 'keys_low' WHEN 'file.damaged' THEN 'file' WHEN 'invoice.failed' THEN 'invoice' END, NEW."subjectId", NEW."createdAt"
    FROM "notifiedDevices" AS device JOIN users ON users.id = device."userId"
    WHERE users."isActive" = 1 AND (NEW.type = 'sale.paid' AND users.role IN ('owner', 'manager', 'finance', 'support') OR NEW.type = 'sale.in_review' AND users.role IN ('owner', 'manager', 'finance') OR NEW.type = 'sale.withdrawal_requested' AND users.role IN ('owner', 'manager', 'finance', 'support') OR NEW.type = 'keys.low' AND users.role IN ('owner', 'manager') OR NEW.type = 'file.damaged' AND users.role IN ('owner', 'manager', 'content') OR NEW.type = 'invoice.failed' AND users.role IN ('owner', 'manager', 'finance')) AND NOT EXISTS (
      SELECT 1 FROM "declinedNotifications" AS declined WHERE declined."userId" = users.id AND declined.kind = CASE NEW.type WHEN 'sale.paid' THEN 'sale' WHEN 'sale.in_review' THEN 'review' WHEN 'sale.withdrawal_requested' THEN 'withdrawal' WHEN 'keys.low' THEN 'keys_low' WHEN 'file.damaged' THEN 'file' WHEN 'invoice.failed' THEN 'invoice' END)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE TRIGGER "shopEventDelivered" AFTER INSERT ON "shopEvents" FOR EACH ROW EXECUTE FUNCTION "shopEventDelivered"();

CREATE TRIGGER "shopEventNotified" AFTER INSERT ON "shopEvents" FOR EACH ROW WHEN (new.type = ANY (ARRAY['sale.paid'::text, 'sale.in_review'::text, 'sale.withdrawal_requested'::text, 'keys.low'::text, 'file.damaged'::text, 'invoice.failed'::text])) EXECUTE FUNCTION "shopEventNotified"();

create table "signInChallenges" (
  hash text collate "C" not null,
  purpose text collate "C" not null,
  "userId" text collate "C",
  "expiresAt" text collate "C" not null,
  constraint "signInChallenges_pkey" PRIMARY KEY (hash),
  constraint "signInChallenges_check" CHECK ((purpose = 'passkey'::text) = ("userId" IS NULL)),
  constraint "signInChallenges_purpose_check" CHECK (purpose = ANY (ARRAY['passkey'::text, 'second_factor'::text, 'confirm'::text, 'add_passkey'::text])),
  constraint "signInChallenges_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX "signInChallengesByEnd" ON "signInChallenges" USING btree ("expiresAt");

create table "signingKeys" (
  kid text collate "C" not null,
  "publicJwk" text collate "C" not null,
  "privateKey" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "retiredAt" text collate "C",
  constraint "signingKeys_pkey" PRIMARY KEY (kid)
);

create table "stockNotices" (
  id text collate "C" not null,
  "productId" text collate "C" not null,
  email text collate "C" not null,
  "createdAt" text collate "C" not null,
  "queuedAt" text collate "C",
  constraint "stockNotices_pkey" PRIMARY KEY (id),
  constraint "stockNotices_productId_email_key" UNIQUE ("productId", email),
  constraint "stockNotices_email_check" CHECK (length(email) <= 254),
  constraint "stockNotices_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id) ON DELETE CASCADE
);

CREATE INDEX "stockNoticesByAge" ON "stockNotices" USING btree ("createdAt");

CREATE INDEX "stockNoticesByEmail" ON "stockNotices" USING btree (email);

CREATE INDEX "stockNoticesWaiting" ON "stockNotices" USING btree ("productId") WHERE ("queuedAt" IS NULL);

create table "tallyChanges" (
  name text collate "C" not null,
  amount bigint not null
);

create table "tallyTotals" (
  name text collate "C" not null,
  value bigint not null,
  constraint "tallyTotals_pkey" PRIMARY KEY (name)
);

create table trials (
  id text collate "C" not null,
  "productId" text collate "C" not null,
  "mailboxHash" text collate "C" not null,
  email text collate "C",
  "tokenHash" text collate "C" not null,
  "linkExpiresAt" text collate "C" not null,
  "createdAt" text collate "C" not null,
  "confirmedAt" text collate "C",
  "endsAt" text collate "C",
  key text collate "C",
  "fingerprintHash" text collate "C",
  "machineName" text collate "C",
  "activatedAt" text collate "C",
  "itemId" text collate "C",
  "noticesDeclinedAt" text collate "C",
  "endingToldAt" text collate "C",
  "endedToldAt" text collate "C",
  constraint trials_pkey PRIMARY KEY (id),
  constraint "trials_itemId_key" UNIQUE ("itemId"),
  constraint trials_key_key UNIQUE (key),
  constraint "trials_productId_fingerprintHash_key" UNIQUE ("productId", "fingerprintHash"),
  constraint "trials_productId_mailboxHash_key" UNIQUE ("productId", "mailboxHash"),
  constraint "trials_tokenHash_key" UNIQUE ("tokenHash"),
  constraint trials_check CHECK (("confirmedAt" IS NULL) = (key IS NULL) AND ("confirmedAt" IS NULL) = ("endsAt" IS NULL)),
  constraint trials_check1 CHECK (("fingerprintHash" IS NULL) = ("activatedAt" IS NULL) AND ("confirmedAt" IS NOT NULL OR "activatedAt" IS NULL)),
  constraint trials_check2 CHECK ("itemId" IS NULL OR key IS NOT NULL),
  constraint "trials_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "purchaseItems"(id),
  constraint "trials_productId_fkey" FOREIGN KEY ("productId") REFERENCES products(id)
);

CREATE INDEX "trialsOfMailbox" ON trials USING btree ("mailboxHash");

CREATE INDEX "trialsToEnd" ON trials USING btree ("endsAt") WHERE (email IS NOT NULL);

create table users (
  id text collate "C" not null,
  email text collate "C" not null,
  name text collate "C" not null,
  "passwordHash" text collate "C" not null,
  "isAdmin" bigint not null,
  "isAffiliate" bigint not null,
  "isActive" bigint not null,
  "createdAt" text collate "C" not null,
  words text collate "C" generated always as (translate(lower(((name || ' '::text) || email) COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  "nameOrder" text collate "C" generated always as (translate(lower(name COLLATE "C"), 'áàâãäÁÀÂÃÄéèêëÉÈÊËíìîïÍÌÎÏóòôõöÓÒÔÕÖúùûüÚÙÛÜçÇñÑ'::text, 'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn'::text)) stored,
  role text collate "C",
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_check CHECK (role IS NULL OR "isAdmin" = 1 AND (role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'support'::text, 'content'::text]))),
  constraint users_email_check CHECK (email = lower(email)),
  constraint "users_isActive_check" CHECK ("isActive" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "users_isAdmin_check" CHECK ("isAdmin" = ANY (ARRAY[0::bigint, 1::bigint])),
  constraint "users_isAffiliate_check" CHECK ("isAffiliate" = ANY (ARRAY[0::bigint, 1::bigint]))
);

CREATE INDEX "affiliatesByName" ON users USING btree ("nameOrder", id) WHERE ("isAffiliate" = 1);

create table "usualTerms" (
  version bigint not null,
  text text collate "C" not null,
  "createdAt" text collate "C" not null,
  constraint "usualTerms_pkey" PRIMARY KEY (version),
  constraint "usualTerms_version_check" CHECK (version >= 1)
);

create table "visitsByHour" (
  hour text collate "C" not null,
  page text collate "C" not null,
  source text collate "C" not null,
  campaign text collate "C" not null,
  entries bigint not null,
  visits bigint not null,
  constraint "visitsByHour_pkey" PRIMARY KEY (hour, page, source, campaign)
);

CREATE OR REPLACE FUNCTION "visitChangesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD.hour AS moment UNION ALL SELECT NEW.hour AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "visitEntersReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT NEW.hour AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "visitLeavesReports"() RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN
  INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (SELECT OLD.hour AS moment) AS moments
    WHERE moment < to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
  RETURN NULL;
END $function$;

CREATE TRIGGER "visitChangesReports" AFTER UPDATE ON "visitsByHour" FOR EACH ROW WHEN (LEAST(old.hour, new.hour) < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "visitChangesReports"();

CREATE TRIGGER "visitEntersReports" AFTER INSERT ON "visitsByHour" FOR EACH ROW WHEN (LEAST(new.hour) < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "visitEntersReports"();

CREATE TRIGGER "visitLeavesReports" AFTER DELETE ON "visitsByHour" FOR EACH ROW WHEN (LEAST(old.hour) < to_char(((now() - '02:00:00'::interval) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24'::text)) EXECUTE FUNCTION "visitLeavesReports"();

create table "webhookInbox" (
  id bigint generated by default as identity not null,
  provider text collate "C" not null,
  dedup text collate "C" not null,
  "resourceId" text collate "C",
  state text collate "C" not null,
  attempts bigint default 0 not null,
  "nextAttemptAt" text collate "C" not null,
  "lastError" text collate "C",
  "receivedAt" text collate "C" not null,
  constraint "webhookInbox_pkey" PRIMARY KEY (id),
  constraint "webhookInbox_dedup_key" UNIQUE (dedup),
  constraint "webhookInbox_state_check" CHECK (state = ANY (ARRAY['waiting'::text, 'done'::text, 'given_up'::text]))
);

CREATE INDEX "webhookInboxBySubject" ON "webhookInbox" USING btree ("resourceId", id);

CREATE INDEX "webhookInboxDue" ON "webhookInbox" USING btree ("nextAttemptAt") WHERE (state = 'waiting'::text);

create table withdrawals (
  "purchaseId" text collate "C" not null,
  protocol text collate "C" not null,
  state text collate "C" not null,
  "heldFor" text collate "C",
  reason text collate "C",
  refusal text collate "C",
  "requestedAt" text collate "C" not null,
  "decidedAt" text collate "C",
  tries bigint default 0 not null,
  "nextTryAt" text collate "C",
  constraint withdrawals_pkey PRIMARY KEY ("purchaseId"),
  constraint withdrawals_protocol_key UNIQUE (protocol),
  constraint withdrawals_check CHECK ((state = 'requested'::text) = ("decidedAt" IS NULL)),
  constraint withdrawals_check1 CHECK ((state = 'refused'::text) = (refusal IS NOT NULL)),
  constraint withdrawals_check2 CHECK ("nextTryAt" IS NULL OR state = 'refunding'::text),
  constraint "withdrawals_heldFor_check" CHECK ("heldFor" = ANY (ARRAY['used'::text, 'repeated'::text, 'other_bank'::text, 'dispute'::text])),
  constraint withdrawals_reason_check CHECK (length(reason) <= 500),
  constraint withdrawals_refusal_check CHECK (length(refusal) <= 500),
  constraint withdrawals_state_check CHECK (state = ANY (ARRAY['requested'::text, 'refunding'::text, 'refunded'::text, 'refused'::text, 'cancelled'::text])),
  constraint withdrawals_tries_check CHECK (tries >= 0),
  constraint "withdrawals_purchaseId_fkey" FOREIGN KEY ("purchaseId") REFERENCES purchases(id)
);

CREATE INDEX "withdrawalsByState" ON withdrawals USING btree (state, tries);

CREATE INDEX "withdrawalsToDecide" ON withdrawals USING btree ("requestedAt") WHERE (state = 'requested'::text);

CREATE INDEX "withdrawalsToTry" ON withdrawals USING btree ("nextTryAt") WHERE ("nextTryAt" IS NOT NULL);

create view "allProductFigures" as
 SELECT products.id,
    COALESCE(available.value, 0::bigint) AS "keysAvailable",
    COALESCE(waiting.buyers, 0::bigint) AS "buyersWaiting"
   FROM products
     LEFT JOIN ( SELECT substr(tallies.name, length('keys:available:'::text) + 1) AS id,
            tallies.value
           FROM tallies
          WHERE tallies.name >= 'keys:available:'::text AND tallies.name < 'keys:available;'::text) available ON available.id = products.id
     LEFT JOIN ( SELECT "purchaseItems"."productId" AS id,
            count(*) AS buyers
           FROM "purchaseItems"
          WHERE "purchaseItems"."keyWaitingSince" IS NOT NULL
          GROUP BY "purchaseItems"."productId") waiting ON waiting.id = products.id;

create view "productFigures" as
 SELECT id,
    COALESCE(( SELECT tallies.value
           FROM tallies
          WHERE tallies.name = ('keys:available:'::text || products.id)), 0::bigint) AS "keysAvailable",
    ( SELECT count(*) AS count
           FROM "purchaseItems"
          WHERE "purchaseItems"."productId" = products.id AND "purchaseItems"."keyWaitingSince" IS NOT NULL) AS "buyersWaiting"
   FROM products;

create view "salesByHour" as
 SELECT hour,
    sum(sales)::bigint AS sales,
    sum("salesCents")::bigint AS "salesCents"
   FROM ( SELECT "salesByHourTotals".hour,
            "salesByHourTotals".sales,
            "salesByHourTotals"."salesCents"
           FROM "salesByHourTotals"
        UNION ALL
         SELECT "salesByHourChanges".hour,
            "salesByHourChanges".sales,
            "salesByHourChanges"."salesCents"
           FROM "salesByHourChanges") parts
  GROUP BY hour;

create view tallies as
 SELECT name,
    sum(value)::bigint AS value
   FROM ( SELECT "tallyTotals".name,
            "tallyTotals".value
           FROM "tallyTotals"
        UNION ALL
         SELECT "tallyChanges".name,
            "tallyChanges".amount
           FROM "tallyChanges") parts
  GROUP BY name;
