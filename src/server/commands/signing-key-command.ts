import { existsSync } from 'node:fs';
import { besideStore, databasePath, isFileUrl } from '#db/client.ts';
import { insertAudit } from '#db/queries/audit/audit.ts';
import { insertSigningKey, listSigningKeys, retireSigningKey } from '#db/queries/licenses/signing-keys.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { COMMAND } from '#src/wire/audit/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#src/wire/audit/audit-actions.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { trailKeyReader } from '../audit/trail-key-reader.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { makeSigningKey } from '../shop/license-tickets.ts';
import { exitWith, isTold } from './exit-with.ts';

export async function runSigningKey(): Promise<void> {
  await obey().then((sentence) => process.stdout.write(`${sentence}\n`), exitWith);
}

async function obey(): Promise<string> {
  makeFilesPrivately();
  const isPreparing = isTold('--prepare', USAGE);
  const settings = readOwnSettings();
  const { DATABASE_URL } = settings;
  const file = isFileUrl(DATABASE_URL) ? databasePath(DATABASE_URL) : undefined;
  if (file && !existsSync(file)) throw settingsError(`Não há banco de dados em ${file}.`);
  const next = await makeSigningKey(new Date());
  return besideStore(DATABASE_URL, async (db) => {
    await trailKeyReader(settings)(db);
    return inTransaction(db, async (tx) => {
      await oneAtATime(tx, 'signing key');
      const [signing, prepared] = await listSigningKeys(tx);
      if (!signing) throw settingsError('A loja ainda não criou a sua chave: abra-a uma vez.');
      if (isPreparing) {
        if (prepared) throw settingsError(`A próxima chave já existe: ${prepared.kid}. Nada foi alterado.`);
        await insertSigningKey(tx, next);
        await record(tx, 'key.prepare_signing', next.kid);
        return `Próxima chave: ${next.kid}. Publique o plugin com ela e só depois rode npm run licenses:retire-key.`;
      }
      if (!prepared) await insertSigningKey(tx, next);
      await retireSigningKey(tx, signing.kid, new Date().toISOString());
      await record(tx, 'key.retire_signing', signing.kid);
      return `Chave ${signing.kid} aposentada. Agora assina ${(prepared ?? next).kid}.`;
    });
  });
}

const USAGE = 'Use: npm run licenses:retire-key, ou npm run licenses:retire-key -- --prepare.';

async function record(tx: Queryable, action: AuditAction, kid: string): Promise<void> {
  const at = new Date().toISOString();
  const { entity } = AUDIT_ACTIONS[action];
  await insertAudit(tx, { at, actorId: COMMAND, action, entity, entityId: kid, fields: '[]' });
}
