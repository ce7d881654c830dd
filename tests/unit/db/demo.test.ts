import { expect, test } from 'vitest';
import { generatePast } from '#db/seed/past/past-sales.ts';
import { startRandom } from '#db/seed/random.ts';
import { generateKey } from '#src/domain/keys/generated-keys.ts';

const DAYS = ['2026-01-01T03:10:00Z', '2026-06-15T15:00:00Z', '2026-11-25T02:59:00Z'];

test.each(DAYS)('the demo that begins at %s has something of each kind to do, and nothing from the future', (day) => {
  const now = new Date(day);
  const past = generatePast({ now, random: startRandom(2025), affiliateOf: new Map(), makeKey: generateKey });
  const waiting = past.items.filter(({ keyWaitingSince }) => keyWaitingSince !== null);

  expect(waiting).toMatchObject([{ productId: 'mapa-vivo' }]);
  expect(past.keys.filter(({ productId, itemId }) => productId === 'mapa-vivo' && itemId === null)).toEqual([]);
  expect(past.withdrawals).toMatchObject([{ state: 'requested', heldFor: 'used' }]);
  expect(past.reminders).toMatchObject([{ state: 'sent', step: 1 }]);
  expect(past.machines.length).toBeGreaterThan(3);
  expect(past.keys.filter(({ key }) => key.startsWith('CURVA-')).length).toBeGreaterThan(3);
  expect(past.purchases.filter(({ completedAt }) => (completedAt ?? '') > now.toISOString())).toEqual([]);
  expect(past.machines.filter(({ lastSeenAt }) => lastSeenAt > now.toISOString())).toEqual([]);
});
