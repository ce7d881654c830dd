import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databasePath, isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type { Encryption } from '#src/domain/secrets/encryption.ts';
import { syncFolder } from '#src/gateways/files/uploads/store-upload.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { linkFile } from '../backup/backup-files.ts';

/** Where the key is that encrypts what the owner types. */
export type SecretPlace = Pick<Settings, 'DATABASE_URL' | 'SECRETS_KEY' | 'SHARED_SECRET'>;

/** AES-256-GCM; a value is `v1.` and, in base64url, 12 bytes of nonce, the text, and 16 bytes of tag. */
export function openEncryption(settings: SecretPlace): Encryption {
  let loading: Promise<Buffer> | undefined;
  const key = () => {
    loading ??= loadKey(settings).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    async encrypt(name, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await key(), nonce).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    async decrypt(name, value) {
      if (!value.startsWith(VERSION)) return null;
      return decrypt(await key(), name, Buffer.from(value.slice(VERSION.length), 'base64url'));
    },
  };
}

function decrypt(key: Buffer, name: string, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    return null;
  }
}

const VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

async function loadKey({ DATABASE_URL, SECRETS_KEY, SHARED_SECRET }: SecretPlace) {
  if (SECRETS_KEY) return createHash('sha256').update(SECRETS_KEY).digest();
  // Processes that share a database have no folder in common.
  if (!isFileUrl(DATABASE_URL)) return Buffer.from(hkdfSync('sha256', SHARED_SECRET, '', 'secrets', KEY_BYTES));
  return readKeyFile(keyFileOf(DATABASE_URL));
}

/** It lies beside the database, which alone tells nothing without it. */
export function keyFileOf(databaseUrl: string): string {
  return `${databasePath(databaseUrl)}.key`;
}

async function readKeyFile(path: string): Promise<Buffer> {
  const text = (await readExisting(path)) ?? (await makeKeyFile(path));
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length === KEY_BYTES) return key;
  throw settingsError(
    `O arquivo ${path} não tem a chave que cifra os segredos da loja. Traga o arquivo certo de volta.`,
  );
}

async function readExisting(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** It is whole and on the disk before it has its name, and that is before anything is encrypted with it. */
async function makeKeyFile(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    // Unlike a renaming, it takes no place that another process has taken.
    await linkFile(draft, path).catch(ignoreTaken);
    await syncFolder(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

function ignoreTaken(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}
