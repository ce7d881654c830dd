import { findUserById } from '#db/queries/access/users.ts';
import {
  deleteMailTestsBefore,
  endMailTest,
  insertMailTest,
  listWaitingMailTests,
} from '#db/queries/mail/mail-tests.ts';
import type { MailTestRow } from '#db/tables/mail.ts';
import { inTransaction } from '#db/transactions.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { newId } from '../ids.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import type { Shop } from '../shop.ts';
import { addressMail } from './mail-address.ts';

/** Wakes the job that sends them. */
export const MAIL_TESTS = 'mail-tests';

/** A test that has left by the mail server is noted, since one in the folder proves nothing. */
export const MAIL_TEST_SENT = 'settings.mail_test_sent' satisfies AuditAction;

/** Answers at once; the log on the screen tells how it ended. */
export async function requestMailTest(shop: Shop, actor: Actor): Promise<{ id: string }> {
  await takeOrRefuse(shop, 'mailTests', actor.id, { code: 'too_many_tests', sentence: TOO_MANY });
  const id = newId();
  const requestedAt = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    const asked = { id, requestedBy: actor.id, requestedAt };
    await insertMailTest(tx, { ...asked, state: 'waiting', reason: null, endedAt: null });
    await recordChange(tx, shop, actor, { action: 'settings.test_mail', entityId: 'mail' });
    publishAfterCommit(tx, shop, MAIL_TESTS);
  });
  return { id };
}

/** Each has one attempt, since the owner wants to know what happens now. */
export async function sendMailTests(shop: Shop): Promise<void> {
  for (const test of await listWaitingMailTests(shop.db)) {
    const reason = await trySending(shop, test);
    const endedAt = shop.clock.now().toISOString();
    const isLeft = reason === null && shop.settings.isMailSent;
    await inTransaction(shop.db, async (tx) => {
      await endMailTest(tx, test.id, { state: reason === null ? 'sent' : 'failed', reason, endedAt });
      if (isLeft) await recordChange(tx, shop, { id: test.requestedBy }, MAIL_TEST_LEFT);
    });
  }
}

export async function forgetMailTests({ db, clock }: Shop): Promise<void> {
  await deleteMailTestsBefore(db, new Date(clock.now().getTime() - KEPT_MS).toISOString());
}

/** Returns the code of the failure. */
async function trySending(shop: Shop, { id, requestedBy }: MailTestRow): Promise<string | null> {
  const user = await findUserById(shop.db, requestedBy);
  if (!user) return 'erased';
  const addressed = addressMail(shop, { dedup: `mail-test:${id}` }, user);
  const settingsUrl = shop.settings.siteUrl + settingsAddress('mail');
  return shop.mail.send({ ...addressed, kind: 'test', settingsUrl }).then(
    () => null,
    (error: unknown) => errorCode(error, 'mail_failed'),
  );
}

const MAIL_TEST_LEFT = { action: MAIL_TEST_SENT, entityId: 'mail' } as const;
const KEPT_MS = 30 * DAY_MS;
const TOO_MANY = 'Você já pediu vários testes. Aguarde alguns minutos e tente de novo.';
