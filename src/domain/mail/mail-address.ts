import type { OutboxRow } from '#db/tables/mail.ts';
import type { Shop } from '../shop.ts';
import type { AddressedMail } from './content.ts';

export function addressMail(
  { settings: { seller } }: Shop,
  { dedup }: Pick<OutboxRow, 'dedup'>,
  to: { name: string | null; email: string },
): AddressedMail {
  return {
    to: { name: to.name ?? '', email: to.email },
    messageId: dedup.replaceAll(':', '.'),
    seller: {
      facts: [seller.name, seller.document, seller.address, seller.phone].filter(Boolean).join(' · '),
      email: seller.email,
    },
  };
}
