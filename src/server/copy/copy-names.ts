/** Everything of the continuous copy lies below it, beside the backups of the nights. */
export const COPY_FOLDER = 'copia-continua/';

/** The generation begins with its time, so that names in order are generations in order. */
export type Place = { generation: string; index: number };

export const PLAIN = 'aberta';

/** It is also after those that were begun while the clock was ahead. */
export function generationAfter(names: readonly string[], now: Date, ending: string): string {
  const times = names.flatMap((name) => GENERATION.exec(name)?.slice(1).join('') ?? []);
  const time = times.reduce((latest, each) => (each >= latest ? nextOf(each) : latest), digitsOf(now));
  return `${time.slice(0, 8)}T${time.slice(8)}Z-${ending}`;
}

const GENERATION = /^(\d{8})T(\d{9})Z-/;
const digitsOf = (at: Date) => at.toISOString().replaceAll(/\D/g, '');
const nextOf = (digits: string) => String(BigInt(digits) + 1n);

export function keyIdOf(generation: string): string {
  return generation.split('-').at(-1) ?? '';
}

const ENDING = /\.zst(?:\.age)?$/;

function endingFor(keyId: string): string {
  return keyId === PLAIN ? '.zst' : '.zst.age';
}

export function snapshotName({ generation, index }: Place): string {
  return `${folderOf({ generation, index })}snapshot${endingFor(keyIdOf(generation))}`;
}

export function segmentName({ offset, ...place }: Place & { offset: number }): string {
  return `${folderOf(place)}${String(offset).padStart(OFFSET_DIGITS, '0')}${endingFor(keyIdOf(place.generation))}`;
}

function folderOf({ generation, index }: Place): string {
  return `${generation}/${String(index).padStart(INDEX_DIGITS, '0')}/`;
}

export function keyName(keyId: string): string {
  return `${KEYS}${keyId}.age`;
}

export function keyIdIn(name: string): string | null {
  return name.startsWith(KEYS) ? name.slice(KEYS.length).replace(/\.age$/, '') : null;
}

/** Files that were uploaded or are sold, and the file of the key, lie here under the names that they have in a backup. */
export function filesFolder(keyId: string): string {
  return `${FILES}${keyId}/`;
}

export function isFileName(name: string): boolean {
  return name.startsWith(FILES);
}

export type Piece = Place & { name: string; kind: 'snapshot' | 'segment'; offset: number };

/** Null for a name of something else. */
export function readPiece(name: string): Piece | null {
  const [generation = '', index = '', last = '', ...rest] = name.split('/');
  const isPiece = GENERATION.test(generation) && /^\d+$/.test(index) && rest.length === 0 && ENDING.test(last);
  if (!isPiece) return null;
  const word = last.replace(ENDING, '');
  if (word === 'snapshot') return { name, generation, index: Number(index), kind: 'snapshot', offset: 0 };
  return /^\d+$/.test(word) ? { name, generation, index: Number(index), kind: 'segment', offset: Number(word) } : null;
}

export function comparePlaces(one: Place, other: Place): number {
  return one.generation.localeCompare(other.generation, 'en') || one.index - other.index;
}

const KEYS = 'chaves/';
const FILES = 'arquivos/';
const INDEX_DIGITS = 8;
const OFFSET_DIGITS = 12;
