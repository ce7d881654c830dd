import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { MAIL_KINDS, type MailKind } from '#src/wire/mail/mail-kinds.ts';
import { createDatabase, isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { migrateBefore } from '../../support/store/earlier-schema.ts';

test('mail of before keeps its rows and numbers, and the outbox takes the kinds of this version alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinds-'));
  const made = isOnPostgres() ? await createDatabase() : null;
  const { db, close } = await openDatabase(made?.url ?? `file:${join(folder, 'store.sqlite')}`);
  await migrateBefore(db, '0046-mail-kinds');
  const at = '2026-11-01T12:00:00.000Z';
  const add = (kind: string, dedup: string) =>
    db
      .insertInto('outbox')
      .values({
        ...{ kind: kind as MailKind, dedup, payload: 'p', state: 'sent', sentAt: at },
        ...{ attempts: 1, nextAttemptAt: at, createdAt: at },
      })
      .execute();
  const columns = ['id', 'kind', 'dedup', 'state', 'sentAt', 'attempts', 'payload', 'createdAt'] as const;
  const rows = () => db.selectFrom('outbox').select(columns).orderBy('id').execute();
  for (const kind of Object.keys(MAIL_KINDS).filter((each) => !SINCE.includes(each))) await add(kind, `before:${kind}`);
  const before = await rows();

  await migrate(db);

  expect(await rows()).toEqual(before);
  await expect(add('newsletter', 'never')).rejects.toThrow(/foreign key/i);
  // A version that brings a kind adds its row when it starts.
  await db.deleteFrom('outbox').where('kind', '=', 'low_keys').execute();
  await db.deleteFrom('mailKinds').where('kind', '=', 'low_keys').execute();
  await db.insertInto('mailKinds').values({ kind: 'of_a_later_version' }).execute();
  await migrate(db);
  await add('low_keys', 'after');
  const newest = (await rows()).at(-1);
  expect(newest?.id).toBeGreaterThan(before.at(-1)?.id ?? 0);
  await expect(add('low_keys', 'after')).rejects.toThrow(/unique/i);
  const kinds = (await db.selectFrom('mailKinds').select('kind').execute()).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual([...Object.keys(MAIL_KINDS), 'of_a_later_version'].toSorted());

  await close();
  await made?.leave();
  await rm(folder, { recursive: true, force: true });
});

/** The outbox of before did not take these. */
const SINCE = [
  'invitation',
  'account_alert',
  'new_password',
  'import_notice',
  'invoice',
  'hook_disabled',
  'weekly_summary',
  'partner_link',
  'partner_key',
  'partner_key_wanted',
  'partner_accepted',
  'partner_refused',
  'incident',
  'trial_link',
  'trial_key',
  'trial_ending',
  'trial_ended',
  'review',
  'renewal',
];
