import { rolesWith } from '#src/wire/access/roles.ts';
import { NOTIFICATION_KINDS } from '#src/wire/notifications/notification-kinds.ts';
import type { Trigger } from './trigger.ts';

const KINDS = Object.entries(NOTIFICATION_KINDS);
const EVENTS = KINDS.map(([, { event }]) => `'${event}'`).join(', ');
const MAY_SEE = KINDS.map(
  ([, { event, allow }]) =>
    `NEW.type = '${event}' AND users.role IN (${rolesWith(allow)
      .map((role) => `'${role}'`)
      .join(', ')})`,
).join(' OR ');
const KIND = `CASE NEW.type ${KINDS.map(([kind, { event }]) => `WHEN '${event}' THEN '${kind}'`).join(' ')} END`;

/** What happened is ordered for each hook that listens, of which a paused one collects, and for each device of whoever may see it and wants it. */
export const HOOK_TRIGGERS: Trigger[] = [
  {
    name: 'shopEventDelivered',
    table: 'shopEvents',
    timing: 'AFTER',
    event: 'INSERT',
    effect: () => [
      `INSERT INTO "hookDeliveries" ("hookId", "eventId", state, tries, attempts, "nextAttemptAt", "createdAt")
    SELECT id, NEW.id, 'waiting', 0, '[]', NEW."createdAt", NEW."createdAt" FROM hooks
    WHERE state <> 'disabled' AND events LIKE '%"' || NEW.type || '"%'
    ON CONFLICT DO NOTHING`,
    ],
  },
  {
    name: 'shopEventNotified',
    table: 'shopEvents',
    timing: 'AFTER',
    event: 'INSERT',
    condition: () => `NEW.type IN (${EVENTS})`,
    effect: () => [
      `INSERT INTO notifications ("deviceId", kind, "subjectId", "createdAt")
    SELECT device.id, ${KIND}, NEW."subjectId", NEW."createdAt"
    FROM "notifiedDevices" AS device JOIN users ON users.id = device."userId"
    WHERE users."isActive" = 1 AND (${MAY_SEE}) AND NOT EXISTS (
      SELECT 1 FROM "declinedNotifications" AS declined WHERE declined."userId" = users.id AND declined.kind = ${KIND})
    ON CONFLICT DO NOTHING`,
    ],
  },
];
