import type { MailTestRow } from '../../tables/mail.ts';
import type { Queryable } from '../../tables.ts';

export async function insertMailTest(db: Queryable, test: MailTestRow): Promise<void> {
  await db.insertInto('mailTests').values(test).execute();
}

export function listMailTests(db: Queryable, limit: number): Promise<(MailTestRow & { email: string | null })[]> {
  return db
    .selectFrom('mailTests')
    .leftJoin('users', 'users.id', 'mailTests.requestedBy')
    .selectAll('mailTests')
    .select('users.email')
    .orderBy('requestedAt', 'desc')
    .limit(limit)
    .execute();
}

export function listWaitingMailTests(db: Queryable): Promise<MailTestRow[]> {
  return db.selectFrom('mailTests').selectAll().where('state', '=', 'waiting').orderBy('requestedAt').execute();
}

export async function endMailTest(
  db: Queryable,
  id: string,
  end: Pick<MailTestRow, 'state' | 'reason' | 'endedAt'>,
): Promise<void> {
  await db.updateTable('mailTests').set(end).where('id', '=', id).where('state', '=', 'waiting').execute();
}

export async function deleteMailTestsBefore(db: Queryable, moment: string): Promise<void> {
  await db.deleteFrom('mailTests').where('requestedAt', '<', moment).execute();
}
