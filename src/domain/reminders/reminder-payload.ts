import type { OutboxRow } from '#db/tables/mail.ts';

export type ReminderPayload = { step?: unknown; dueAt?: unknown; isAsked?: unknown };

export function readPayload({ payload }: Pick<OutboxRow, 'payload'>): ReminderPayload {
  return JSON.parse(payload ?? '{}') as ReminderPayload;
}
