import { settingsError } from '#src/wire/basics/settings-error.ts';
import { deleteSecret, findSecretHash, insertSecretHash } from '../queries/secrets/secrets.ts';
import type { Queryable, SqliteHandle } from '../tables.ts';

/** The row of `secrets` that keeps a store from being opened where it no longer is. */
const NOTE = 'moved';

/** Throws a sentence where the store was moved to, unless that is the `expected` place. */
export async function assertNotMoved(db: Queryable, expected?: string): Promise<void> {
  const place = await findSecretHash(db, NOTE);
  if (place !== undefined && place !== expected) throw settingsError(movedTo(place));
}

export function findPlaceMovedTo(sqlite: SqliteHandle): string | undefined {
  return sqlite.prepare<[string], string>('SELECT hash FROM secrets WHERE name = ?').pluck().get(NOTE);
}

export function noteMoved(db: Queryable, place: string): Promise<void> {
  return insertSecretHash(db, NOTE, place);
}

export function removeNote(db: Queryable): Promise<void> {
  return deleteSecret(db, NOTE);
}

export const movedTo = (place: string) =>
  `Esta loja foi movida para ${place}, e o que está aqui parou naquele momento. ` +
  'Ponha esse endereço em DATABASE_URL e abra a loja de novo. Se a mudança foi interrompida, repita o comando dela.';
