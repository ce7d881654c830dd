import type { Trigger } from './trigger.ts';

const APPEND_ONLY: Pick<Trigger, 'table' | 'timing' | 'effect'> = {
  table: 'audit',
  timing: 'BEFORE',
  effect: (write) => write.refuse('the audit trail is append-only'),
};

export const AUDIT_TRIGGERS: Trigger[] = [
  { name: 'auditIsNeverChanged', event: 'UPDATE', ...APPEND_ONLY },
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
