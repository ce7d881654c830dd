import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { CopyPlace } from '#src/domain/backups/restore-source.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';
import { decrypt, encrypt } from '../backup/archive.ts';
import { keyIdIn, keyName } from './copy-names.ts';
import { type CopyStore, openCopyStore } from './copy-store.ts';
import type { CopyKey } from './sealing.ts';

/** One that the passphrase opens; where it opens none, a new one is put there. */
export async function findCopyKey(place: CopyPlace, passphrase: string): Promise<CopyKey> {
  const store = openCopyStore(place);
  try {
    for (const { name } of await store.list()) {
      const id = keyIdIn(name);
      const identity = id === null ? null : await openIdentity(store, id, passphrase);
      if (id !== null && identity !== null) return { id, recipient: await recipientOf(identity) };
    }
    return await putNewKey(store, passphrase);
  } finally {
    await store.close();
  }
}

/** Throws a sentence where the passphrase does not open it. */
export async function readIdentity(store: CopyStore, keyId: string, passphrase: string): Promise<string> {
  const identity = await openIdentity(store, keyId, passphrase);
  if (identity === null) throw settingsError('A senha não abre esta cópia contínua.');
  return identity;
}

async function openIdentity(store: CopyStore, keyId: string, passphrase: string): Promise<string | null> {
  const sealed = await store.read(keyName(keyId));
  const opened = await decrypt(sealed, passphrase).catch((error: unknown) => {
    if (isSettingsError(error)) return null;
    throw error;
  });
  return opened && (await text(opened)).trim();
}

async function putNewKey(store: CopyStore, passphrase: string): Promise<CopyKey> {
  const { generateX25519Identity } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await recipientOf(identity);
  const id = createHash('sha256').update(recipient).digest('hex').slice(0, ID_LETTERS);
  await store.putStream(keyName(id), await encrypt(bytesOf(`${identity}\n`), passphrase));
  return { id, recipient };
}

async function recipientOf(identity: string): Promise<string> {
  const { identityToRecipient } = await import('age-encryption');
  return identityToRecipient(identity);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const ID_LETTERS = 8;
