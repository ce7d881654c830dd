import { createHmac } from 'node:crypto';
import type { AuditRow } from '../../tables/audit.ts';
import type { Queryable } from '../../tables.ts';

/** What a seal of each version covers. A further column makes a further version; what was sealed before stays good. */
const SEALED_COLUMNS: Readonly<Record<string, readonly Sealed[]>> = {
  1: ['id', 'at', 'actorId', 'action', 'entity', 'entityId', 'fields', 'count', 'changes', 'actorRole', 'actorSession'],
};
export const SEAL_VERSION = '1';

type Sealed = Exclude<keyof AuditRow, 'seal'>;
type SealedRow = Pick<AuditRow, Sealed>;

export function sealOf(key: Buffer, row: SealedRow, former: string, version: string = SEAL_VERSION): string {
  return `${version}:${createHmac('sha256', key)
    .update(canonical(row, former, version))
    .digest('hex')}`;
}

export function isSealGood(key: Buffer, row: AuditRow, former: string): boolean {
  return row.seal === sealOf(key, row, former, versionOf(row));
}

/** The first one where it has no seal, or one that no version makes. */
export function versionOf({ seal }: Pick<AuditRow, 'seal'>): string {
  const [version = ''] = seal?.split(':') ?? [];
  return sealedColumns(version).length > 0 ? version : FIRST_VERSION;
}

const FIRST_VERSION = '1';

/** Says the row itself, and the seal before it, in one way only. */
export function canonical(row: SealedRow, former: string, version: string = SEAL_VERSION): string {
  return JSON.stringify([version, former, ...sealedColumns(version).map((column) => row[column] ?? null)]);
}

export function sealedColumns(version: string): readonly Sealed[] {
  return Object.hasOwn(SEALED_COLUMNS, version) ? (SEALED_COLUMNS[version] ?? []) : [];
}

/** It lies on the handle, which the store's and Astro's copy of this module share. */
const KEY: unique symbol = Symbol.for('key of the audit trail');

type Place = { key: Buffer | null };
type Keyed = { [KEY]?: Place };

/** From here on what this handle, its transactions and the handles that share its key write into the trail is sealed. */
export function sealTrailWith(db: Queryable & Keyed, key: Buffer | null): void {
  placeOf(db).key = key;
}

export function shareTrailKey<Handle extends Queryable>(db: Handle & Keyed, other: Queryable): Handle {
  return Object.assign(db, { [KEY]: placeOf(other) });
}

/** Null where it cannot be read, or nobody gave it: entries then have no seal, and the next check says so. */
export function trailKeyOf(db: Queryable & Keyed): Buffer | null {
  return db[KEY]?.key ?? null;
}

function placeOf(db: Queryable & Keyed): Place {
  db[KEY] ??= { key: null };
  return db[KEY];
}
