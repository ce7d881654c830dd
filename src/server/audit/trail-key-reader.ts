import type { ReadTrailKey } from '#db/command-audit.ts';
import { readTrailKey } from '#src/domain/audit/seal-trail.ts';
import { openEncryption, type SecretPlace } from '../shop/open-encryption.ts';

/** For commands, whose entries are sealed as the store's. */
export function trailKeyReader(settings: SecretPlace): ReadTrailKey {
  return (db) => readTrailKey({ db, encryption: openEncryption(settings) });
}
