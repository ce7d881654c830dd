import { findInvitation } from '#db/queries/access/invitations.ts';
import { findMember } from '#db/queries/access/team.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { ROLES } from '#src/wire/access/roles.ts';
import { ACCEPT_PATH } from '#src/wire/access/team.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { InvitationMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';
import { invitationTokenOf } from './invitations.ts';

export const INVITATION_MAIL = { invitation: { write: writeInvitation } } satisfies Partial<MailHandlers>;

/** One that was withdrawn, or sent anew, is not mailed. */
async function writeInvitation(shop: Shop, mail: OutboxRow): Promise<InvitationMail | undefined> {
  const invitation = await findInvitation(shop.db, mail.payload ?? '');
  if (!invitation || invitation.endedAt !== null) return undefined;
  if (invitation.expiresAt <= shop.clock.now().toISOString()) return undefined;
  const inviter = await findMember(shop.db, invitation.invitedBy);
  return {
    kind: 'invitation',
    ...addressMail(shop, mail, { name: null, email: invitation.email }),
    inviter: inviter?.name ?? null,
    role: ROLES[invitation.role],
    expiresAt: formatDayTime(invitation.expiresAt),
    url: `${shop.settings.siteUrl}${ACCEPT_PATH}?t=${invitationTokenOf(shop, invitation.id)}`,
  };
}
