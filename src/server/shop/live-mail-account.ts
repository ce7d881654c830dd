import type { Database } from '#db/tables.ts';
import { readMailServer } from '#src/domain/mail/mail-server.ts';
import type { SmtpAccount } from '#src/domain/mail/mailer.ts';
import type { Encryption } from '#src/domain/secrets/encryption.ts';

/**
 * The owner's mail account: the same object until it changes, so that connections are opened anew only then. While it
 * cannot be decrypted mail waits, since a file that nobody reads would count as sent.
 */
export async function openLiveMailAccount(shop: { db: Database; encryption: Encryption }, isGiven: boolean) {
  const live = {
    account: null as SmtpAccount | 'unreadable' | null,
    async refresh(): Promise<void> {
      if (isGiven) return;
      const stored = await readMailServer(shop);
      const fresh = stored.state === 'read' ? stored.server : stored.state === 'unreadable' ? 'unreadable' : null;
      if (JSON.stringify(fresh) !== JSON.stringify(live.account)) live.account = fresh;
    },
  };
  await live.refresh();
  return live;
}
