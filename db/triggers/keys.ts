import type { Trigger } from './trigger.ts';

const KEYS = { table: 'activationKeys', timing: 'AFTER' } as const;
const WAITING = { table: 'purchaseItems', timing: 'AFTER', onlyOn: 'sqlite' } as const;

/** How many keys are free, given and revoked, in all and of each product. SQLite also keeps a product's own in columns of it. */
export const KEY_TRIGGERS: Trigger[] = [
  {
    ...KEYS,
    name: 'keyTallied',
    event: 'INSERT',
    effect: (write) => [
      ...write.tally(states('NEW', '1')),
      ...write.keepInProduct('keysAvailable', `+ (${isFree('NEW')})`, 'NEW'),
    ],
  },
  {
    ...KEYS,
    name: 'keyRetallied',
    event: 'UPDATE',
    columns: ['itemId', 'revokedAt'],
    condition: (write) => write.differ(['itemId', 'revokedAt']),
    effect: (write) => [
      ...write.tally([...states('OLD', '-1'), ...states('NEW', '1')]),
      ...write.keepInProduct('keysAvailable', `+ (${isFree('NEW')}) - (${isFree('OLD')})`, 'NEW'),
    ],
  },
  {
    ...KEYS,
    name: 'keyUntallied',
    event: 'DELETE',
    effect: (write) => [
      ...write.tally(states('OLD', '-1')),
      ...write.keepInProduct('keysAvailable', `- (${isFree('OLD')})`, 'OLD'),
    ],
  },
  {
    ...WAITING,
    name: 'itemWaitsAtOnce',
    event: 'INSERT',
    condition: () => 'NEW."keyWaitingSince" IS NOT NULL',
    effect: (write) => write.keepInProduct('buyersWaiting', '+ 1', 'NEW'),
  },
  {
    ...WAITING,
    name: 'itemWaits',
    event: 'UPDATE',
    columns: ['keyWaitingSince'],
    condition: () => '(OLD."keyWaitingSince" IS NULL) <> (NEW."keyWaitingSince" IS NULL)',
    effect: (write) => write.keepInProduct('buyersWaiting', '+ iif(NEW."keyWaitingSince" IS NULL, -1, 1)', 'NEW'),
  },
];

function states(row: 'OLD' | 'NEW', amount: string): [name: string, amount: string][] {
  const state = `'keys:' || CASE WHEN ${row}."revokedAt" IS NOT NULL THEN 'revoked' WHEN ${row}."itemId" IS NULL THEN 'available' ELSE 'assigned' END`;
  return [
    [state, amount],
    [`${state} || ':' || ${row}."productId"`, amount],
  ];
}

function isFree(row: 'OLD' | 'NEW'): string {
  return `${row}."itemId" IS NULL AND ${row}."revokedAt" IS NULL`;
}
