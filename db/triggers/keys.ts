import type { Dialect } from './dialects.ts';
import type { Trigger } from './trigger.ts';

const KEYS = { table: 'activationKeys', timing: 'AFTER' } as const;
const IN_COLUMNS = { timing: 'AFTER', onlyOn: 'sqlite' } as const;

/** How many keys are free, given and revoked, in all and of each product. SQLite also keeps a product's own in columns of it. */
export const KEY_TRIGGERS: Trigger[] = [
  { ...KEYS, name: 'keyTallied', event: 'INSERT', effect: (write) => write.tally(states('NEW', '1')) },
  {
    ...KEYS,
    name: 'keyRetallied',
    event: 'UPDATE',
    columns: ['itemId', 'revokedAt'],
    condition: (write: Dialect) => write.differ(['itemId', 'revokedAt']),
    effect: (write) => write.tally([...states('OLD', '-1'), ...states('NEW', '1')]),
  },
  { ...KEYS, name: 'keyUntallied', event: 'DELETE', effect: (write) => write.tally(states('OLD', '-1')) },
  {
    ...IN_COLUMNS,
    name: 'keyBecomesAvailable',
    table: 'activationKeys',
    event: 'INSERT',
    condition: () => isAvailable('NEW'),
    effect: () => [count('keysAvailable', '+ 1', 'NEW')],
  },
  {
    ...IN_COLUMNS,
    name: 'keyChangesAvailability',
    table: 'activationKeys',
    event: 'UPDATE',
    columns: ['itemId', 'revokedAt'],
    condition: () => `(${isAvailable('OLD')}) <> (${isAvailable('NEW')})`,
    effect: () => [count('keysAvailable', `+ iif(${isAvailable('NEW')}, 1, -1)`, 'NEW')],
  },
  {
    ...IN_COLUMNS,
    name: 'keyIsNoLongerAvailable',
    table: 'activationKeys',
    event: 'DELETE',
    condition: () => isAvailable('OLD'),
    effect: () => [count('keysAvailable', '- 1', 'OLD')],
  },
  {
    ...IN_COLUMNS,
    name: 'itemWaitsAtOnce',
    table: 'purchaseItems',
    event: 'INSERT',
    condition: () => 'NEW."keyWaitingSince" IS NOT NULL',
    effect: () => [count('buyersWaiting', '+ 1', 'NEW')],
  },
  {
    ...IN_COLUMNS,
    name: 'itemWaits',
    table: 'purchaseItems',
    event: 'UPDATE',
    columns: ['keyWaitingSince'],
    condition: () => '(OLD."keyWaitingSince" IS NULL) <> (NEW."keyWaitingSince" IS NULL)',
    effect: () => [count('buyersWaiting', '+ iif(NEW."keyWaitingSince" IS NULL, -1, 1)', 'NEW')],
  },
];

function states(row: 'OLD' | 'NEW', amount: string): [name: string, amount: string][] {
  const state = `'keys:' || CASE WHEN ${row}."revokedAt" IS NOT NULL THEN 'revoked' WHEN ${row}."itemId" IS NULL THEN 'available' ELSE 'assigned' END`;
  return [
    [state, amount],
    [`${state} || ':' || ${row}."productId"`, amount],
  ];
}

function isAvailable(row: 'OLD' | 'NEW'): string {
  return `${row}."itemId" IS NULL AND ${row}."revokedAt" IS NULL`;
}

function count(column: string, change: string, row: 'OLD' | 'NEW'): string {
  return `UPDATE products SET "${column}" = "${column}" ${change} WHERE id = ${row}."productId"`;
}
