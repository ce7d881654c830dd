import { SEAL_VERSION, sealedColumns } from '../queries/audit/seals.ts';
import type { Trigger } from './trigger.ts';

const APPEND_ONLY: Pick<Trigger, 'table' | 'timing' | 'effect'> = {
  table: 'audit',
  timing: 'BEFORE',
  effect: (write) => write.refuse('the audit trail is append-only'),
};

const WRITTEN_ONCE = sealedColumns(SEAL_VERSION);

export const AUDIT_TRIGGERS: Trigger[] = [
  {
    name: 'auditIsNeverChanged',
    event: 'UPDATE',
    ...APPEND_ONLY,
    // What was written before there were seals gets its first one.
    condition: (write) => `OLD.seal IS NOT NULL OR NEW.seal IS NULL OR ${write.differ([...WRITTEN_ONCE])}`,
  },
  { name: 'auditIsNeverDeleted', event: 'DELETE', ...APPEND_ONLY },
  { name: 'auditIsNeverEmptied', event: 'TRUNCATE', onlyOn: 'postgres', ...APPEND_ONLY },
  {
    name: 'auditIsNumbered',
    table: 'audit',
    timing: 'BEFORE',
    event: 'INSERT',
    onlyOn: 'postgres',
    effect: () => ['UPDATE "auditCounter" SET last = last + 1 RETURNING last INTO NEW.id'],
  },
  {
    name: 'auditTallied',
    table: 'audit',
    timing: 'AFTER',
    event: 'INSERT',
    effect: (write) => write.tally([[`'audit:' || NEW.kind`, '1']]),
  },
];
