import { findAdministrator, listTeamOf } from '#db/queries/access/users.ts';
import { findHook } from '#db/queries/hooks/hooks.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { can, rolesWith } from '#src/wire/access/roles.ts';
import type { HookDisabledMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Shop } from '../shop.ts';

export const HOOK_MAIL = { hook_disabled: { write: writeDisabled } } satisfies Partial<MailHandlers>;

export async function tellDisabled(tx: Queryable, shop: Shop, hookId: string): Promise<void> {
  const at = shop.clock.now().toISOString();
  for (const { id: userId } of await listTeamOf(tx, rolesWith('hooks'))) {
    await queueMail(tx, shop, { kind: 'hook_disabled', payload: JSON.stringify({ hookId, userId, at }) });
  }
}

/** One that was switched on again, or removed, is not told. */
async function writeDisabled(shop: Shop, mail: OutboxRow): Promise<HookDisabledMail | undefined> {
  const { hookId, userId }: { hookId: string; userId: string } = JSON.parse(mail.payload ?? '{}');
  const owner = await findAdministrator(shop.db, userId);
  const hook = await findHook(shop.db, hookId);
  if (!owner || !can(owner.role, 'hooks') || hook?.state !== 'disabled') return undefined;
  return {
    kind: 'hook_disabled',
    ...addressMail(shop, mail, owner),
    description: hook.description,
    hooksUrl: `${shop.settings.siteUrl}/admin/integracoes?webhook=${hook.id}`,
  };
}
