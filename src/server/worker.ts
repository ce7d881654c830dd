import { deleteExpiredSessions } from '#db/queries/access/sessions.ts';
import { foldTallyChanges } from '#db/queries/reports/tally-changes.ts';
import { clearOldAlerts } from '#src/domain/access/factors/account-alerts.ts';
import { clearOldChallenges } from '#src/domain/access/factors/challenges.ts';
import { clearOldDevices } from '#src/domain/access/factors/known-devices.ts';
import { forgetOldCalls } from '#src/domain/access/idempotent-calls.ts';
import { clearOldInvitations } from '#src/domain/access/invitations.ts';
import { clearOldEmailChanges } from '#src/domain/access/own-email.ts';
import { recordCountedRefusals } from '#src/domain/access/sign-in-audit.ts';
import { CERTIFICATE_WANTED, keepCertificate } from '#src/domain/address/keep-certificate.ts';
import { checkTrailEachNight } from '#src/domain/audit/watch-trail.ts';
import { copyContinuously } from '#src/domain/backups/continuous-copy.ts';
import { backUpEachNight } from '#src/domain/backups/nights.ts';
import { clearOldAccesses } from '#src/domain/buyers/clear-old-accesses.ts';
import { anonymizeUnpaidOrders, MORE_UNPAID_ORDERS } from '#src/domain/customers/anonymize-unpaid-orders.ts';
import { BACKUPS_CHANGED } from '#src/domain/events.ts';
import { NEWS_DUE } from '#src/domain/hooks/announce-event.ts';
import { forgetOldEvents, sendHooks } from '#src/domain/hooks/send-hooks.ts';
import { announceImports } from '#src/domain/imports/announce-import.ts';
import { forgetOldImports } from '#src/domain/imports/forget-imports.ts';
import { IMPORTS } from '#src/domain/imports/imports.ts';
import { workOnImports } from '#src/domain/imports/run-import.ts';
import { INVOICES_DUE } from '#src/domain/invoices/invoice-changes.ts';
import { forgetOldInvoices, issueInvoices } from '#src/domain/invoices/issue-invoices.ts';
import { deliverAllWaitingKeys } from '#src/domain/keys/key-delivery.ts';
import { forgetVainNotices, STOCK_CHANGED, watchStock } from '#src/domain/keys/stock.ts';
import { forgetReleasedMachines } from '#src/domain/licenses/manage-machines.ts';
import { indexWords } from '#src/domain/lists/search-words.ts';
import { forgetMailTests, MAIL_TESTS, sendMailTests } from '#src/domain/mail/mail-tests.ts';
import { noteAcceptedMail } from '#src/domain/mail/note-accepted-mail.ts';
import { deliverNotifications } from '#src/domain/notifications/deliver-notifications.ts';
import { forgetDecidedApplications } from '#src/domain/partners/applications.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { reconcileAccounts } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { processDeliveries, pruneDeliveries } from '#src/domain/payments/webhooks.ts';
import { cleanUploads } from '#src/domain/products/uploads.ts';
import { forgetClickIds } from '#src/domain/purchases/purchase-origins.ts';
import { queueRenewalNotices } from '#src/domain/purchases/renewal-notices.ts';
import { ANNOUNCEMENTS } from '#src/domain/releases/announce-release.ts';
import { queueAnnouncements } from '#src/domain/releases/announcements.ts';
import { removeUnusedFiles } from '#src/domain/releases/file-transfers.ts';
import { checkSoldFiles } from '#src/domain/releases/release-files.ts';
import { UNUSED_FILES } from '#src/domain/releases/releases.ts';
import { queueReminders } from '#src/domain/reminders/queue-reminders.ts';
import { keepReports } from '#src/domain/reports/report-parts.ts';
import { foldOldVisits } from '#src/domain/reports/visits.ts';
import { queueReviewNotices } from '#src/domain/reviews/review-notices.ts';
import type { Shop } from '#src/domain/shop.ts';
import { forgetOldTrials, queueTrialNotices } from '#src/domain/trials/trial-notices.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { watchBank, watchIncidents } from '#src/domain/upkeep/incidents.ts';
import { queueWeeklySummaries } from '#src/domain/upkeep/weekly-summary.ts';
import { retryWithdrawals } from '#src/domain/withdrawals/retry-withdrawals.ts';
import { yieldToEventLoop } from '#src/domain/yield-to-event-loop.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { OpenProcesses } from './processes/processes.ts';

export type Worker = {
  close(): Promise<void>;
};

/** One of several processes does the jobs of `LEADERS_JOBS`, whose rows are not claimed. */
export function startWorker(shop: Shop, whileLeading: OpenProcesses['whileLeading']): Worker {
  const stopping = new AbortController();
  const loops = SHARED_JOBS.map((job) => repeat(shop, job, stopping.signal));
  whileLeading(({ ended, db }) => {
    const signal = AbortSignal.any([stopping.signal, ended]);
    loops.push(...LEADERS_JOBS.map((job) => repeat(shop, { ...job, run: onDatabase(db, job.run) }, signal)));
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
      await noteAcceptedMail(shop);
    },
  };
}

type Job = {
  name: string;
  run(shop: Shop, stopping: AbortSignal): Promise<unknown>;
  everyMs: number | ((shop: Shop) => number);
  topic?: string;
  /** It does not run at the start, while visitors wait. */
  isLater?: true;
};

/** The shop is taken anew for each run, since its bank changes in place. */
function onDatabase(db: Shop['db'], run: Job['run']): Job['run'] {
  return (shop, stopping) => run({ ...shop, db }, stopping);
}

/** Jobs run independently, so that a slow bank delays no mail. */
async function repeat(shop: Shop, job: Job, stopping: AbortSignal): Promise<void> {
  let isCalled = false;
  let isSkipped = job.isLater === true;
  let wake = () => {};
  const unsubscribe = shop.events.subscribe(job.topic ?? `job:${job.name}`, () => {
    isCalled = true;
    wake();
  });
  const stop = () => wake();
  stopping.addEventListener('abort', stop);
  while (!stopping.aborted) {
    if (!isSkipped) await runJob(shop, job, stopping);
    isSkipped = false;
    if (isCalled) await yieldToEventLoop();
    else if (!stopping.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, typeof job.everyMs === 'number' ? job.everyMs : job.everyMs(shop));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    isCalled = false;
  }
  stopping.removeEventListener('abort', stop);
  unsubscribe();
}

const SHARED_JOBS: Job[] = [
  { name: 'mail', run: deliverDueMail, everyMs: 5 * SECOND_MS, topic: 'outbox' },
  { name: 'accepted mail', run: noteAcceptedMail, everyMs: SECOND_MS },
  { name: 'keys', run: deliverAllWaitingKeys, everyMs: 5 * SECOND_MS },
  { name: 'webhooks', run: processDeliveries, everyMs: 5 * SECOND_MS, topic: 'inbox' },
  { name: 'imports', run: workOnImports, everyMs: 5 * SECOND_MS, topic: IMPORTS, isLater: true },
  { name: 'hooks', run: sendHooks, everyMs: SECOND_MS, isLater: true },
  { name: 'notifications', run: deliverNotifications, everyMs: 5 * SECOND_MS, topic: NEWS_DUE },
  { name: 'the bank', run: watchBank, everyMs: MINUTE_MS, isLater: true },
];

const LEADERS_JOBS: Job[] = [
  { name: 'tallies', run: (shop) => foldTallyChanges(shop.db), everyMs: 2 * SECOND_MS },
  { name: 'reports', run: keepReports, everyMs: 2 * SECOND_MS, isLater: true },
  { name: 'old events', run: forgetOldEvents, everyMs: HOUR_MS, isLater: true },
  { name: 'old webhooks', run: pruneDeliveries, everyMs: HOUR_MS },
  { name: 'payments', run: pollDuePurchases, everyMs: 5 * SECOND_MS, topic: 'polls' },
  { name: 'announcements', run: queueAnnouncements, everyMs: 5 * SECOND_MS, topic: ANNOUNCEMENTS },
  { name: 'mails of imports', run: announceImports, everyMs: 5 * SECOND_MS, topic: IMPORTS, isLater: true },
  { name: 'old imports', run: forgetOldImports, everyMs: HOUR_MS, isLater: true },
  { name: 'mail tests', run: sendMailTests, everyMs: 5 * SECOND_MS, topic: MAIL_TESTS },
  { name: 'old mail tests', run: forgetMailTests, everyMs: HOUR_MS, isLater: true },
  { name: 'reminders', run: queueReminders, everyMs: MINUTE_MS },
  { name: 'review notices', run: queueReviewNotices, everyMs: 10 * MINUTE_MS, isLater: true },
  { name: 'renewal notices', run: queueRenewalNotices, everyMs: 10 * MINUTE_MS, isLater: true },
  { name: 'withdrawals', run: retryWithdrawals, everyMs: MINUTE_MS },
  { name: 'invoices', run: issueInvoices, everyMs: 15 * SECOND_MS, topic: INVOICES_DUE, isLater: true },
  { name: 'old invoices', run: forgetOldInvoices, everyMs: HOUR_MS, isLater: true },
  { name: 'stock', run: watchStock, everyMs: 5 * SECOND_MS, topic: STOCK_CHANGED },
  { name: 'incidents', run: watchIncidents, everyMs: 5 * MINUTE_MS, isLater: true },
  { name: 'weekly summaries', run: queueWeeklySummaries, everyMs: MINUTE_MS },
  { name: 'vain stock notices', run: forgetVainNotices, everyMs: HOUR_MS, isLater: true },
  { name: 'trial notices', run: queueTrialNotices, everyMs: MINUTE_MS },
  { name: 'old trials', run: forgetOldTrials, everyMs: HOUR_MS, isLater: true },
  { name: 'reconciliation', run: reconcileAccounts, everyMs: 15 * MINUTE_MS, topic: 'reconciliation' },
  {
    name: 'sessions',
    run: (shop) => deleteExpiredSessions(shop.db, Math.floor(shop.clock.now().getTime() / 1000)),
    everyMs: MINUTE_MS,
  },
  { name: 'old accesses', run: clearOldAccesses, everyMs: 10 * MINUTE_MS },
  { name: 'decided wishes to be a partner', run: forgetDecidedApplications, everyMs: HOUR_MS, isLater: true },
  { name: 'old invitations to the team', run: clearOldInvitations, everyMs: HOUR_MS },
  { name: "old changes of an administrator's e-mail", run: clearOldEmailChanges, everyMs: HOUR_MS },
  { name: 'old challenges of sign-ins', run: clearOldChallenges, everyMs: 10 * MINUTE_MS },
  { name: 'old alerts of accounts', run: clearOldAlerts, everyMs: HOUR_MS },
  { name: 'old devices of accounts', run: clearOldDevices, everyMs: HOUR_MS, isLater: true },
  { name: 'old calls with a key', run: forgetOldCalls, everyMs: HOUR_MS, isLater: true },
  { name: 'refused sign-ins', run: recordCountedRefusals, everyMs: MINUTE_MS },
  {
    name: 'anonymize unpaid orders',
    run: anonymizeUnpaidOrders,
    everyMs: HOUR_MS,
    topic: MORE_UNPAID_ORDERS,
    isLater: true,
  },
  { name: 'search words', run: indexWords, everyMs: 5 * SECOND_MS, isLater: true },
  { name: 'uploads', run: cleanUploads, everyMs: HOUR_MS },
  { name: 'click ids', run: forgetClickIds, everyMs: HOUR_MS },
  { name: 'old visits', run: foldOldVisits, everyMs: HOUR_MS, isLater: true },
  { name: 'released machines', run: forgetReleasedMachines, everyMs: HOUR_MS },
  { name: 'unused sold files', run: removeUnusedFiles, everyMs: HOUR_MS, topic: UNUSED_FILES },
  { name: 'certificate', run: keepCertificate, everyMs: MINUTE_MS, topic: CERTIFICATE_WANTED },
  { name: 'the audit trail', run: checkTrailEachNight, everyMs: 10 * MINUTE_MS, isLater: true },
  { name: 'backups', run: backUpEachNight, everyMs: MINUTE_MS, isLater: true },
  {
    name: 'the continuous copy',
    run: copyContinuously,
    everyMs: (shop) => shop.continuousCopy.everyMs,
    topic: BACKUPS_CHANGED,
  },
  { name: 'checks of sold files', run: checkSoldFiles, everyMs: HOUR_MS, isLater: true },
];

async function runJob(shop: Shop, { name, run }: Job, stopping: AbortSignal): Promise<void> {
  try {
    await run(shop, stopping);
  } catch (error) {
    shop.log.error({ job: name, code: errorCode(error, 'unknown') }, 'a background job failed and will run again');
  }
}
