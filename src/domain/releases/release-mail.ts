import { findUserById } from '#db/queries/access/users.ts';
import { findCustomer } from '#db/queries/customers/customers.ts';
import { findAdminProduct } from '#db/queries/products/admin-products.ts';
import { findAnnouncement, isInAudience } from '#db/queries/releases/announcements.ts';
import { findRelease } from '#db/queries/releases/releases.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { ReleaseRow } from '#db/tables/releases.ts';
import { renderMarkdown } from '#src/wire/basics/markdown.ts';
import type { ReleaseMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';
import { audienceOf } from './announce-release.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

export const RELEASE_MAIL = { release: { write: writeReleaseNotice } } satisfies Partial<MailHandlers>;

/** Returns undefined for whoever gave the plugin back, or declined, since it was queued. */
async function writeReleaseNotice(shop: Shop, mail: OutboxRow): Promise<ReleaseMail | undefined> {
  const release = mail.releaseId === null ? undefined : await findRelease(shop.db, mail.releaseId);
  if (!release) return undefined;
  return mail.customerId === null
    ? writeTest(shop, mail, release)
    : writeFor(shop, mail, { release, customerId: mail.customerId });
}

async function writeFor(
  shop: Shop,
  mail: OutboxRow,
  { release, customerId }: { release: ReleaseRow; customerId: string },
): Promise<ReleaseMail | undefined> {
  const { platform } = mail;
  const announcement = await findAnnouncement(shop.db, { releaseId: release.id, platform });
  if (announcement?.state === 'stopped' || release.state !== 'published') return undefined;
  if (!(await isInAudience(shop.db, audienceOf(release, platform), customerId))) return undefined;
  const customer = await findCustomer(shop.db, customerId);
  if (!customer?.email) return undefined;
  const to = { name: customer.name, email: customer.email };
  const unsubscribe = await unsubscribeUrl(shop, customerId);
  return { ...addressMail(shop, mail, to), ...(await contents(shop, mail, release)), unsubscribeUrl: unsubscribe };
}

async function writeTest(shop: Shop, mail: OutboxRow, release: ReleaseRow): Promise<ReleaseMail | undefined> {
  const { userId } = JSON.parse(mail.payload ?? '{}') as { userId?: string };
  const user = await findUserById(shop.db, userId ?? '');
  if (!user) return undefined;
  return {
    ...addressMail(shop, mail, { name: user.name, email: user.email }),
    ...(await contents(shop, mail, release)),
    unsubscribeUrl: null,
  };
}

async function contents(shop: Shop, mail: OutboxRow, { productId, version, notes, isCritical }: ReleaseRow) {
  const product = await findAdminProduct(shop.db, productId);
  const { siteUrl } = shop.settings;
  return {
    kind: 'release',
    productName: product?.name ?? '',
    version,
    platform: mail.platform === '' ? null : mail.platform,
    isCritical: isCritical === 1,
    notes,
    notesHtml: (await renderMarkdown(notes)).replaceAll(/src="\/(?=uploads\/|demo\/)/g, `src="${siteUrl}/`),
    downloadUrl: `${siteUrl}/minhas-compras`,
  } as const;
}
