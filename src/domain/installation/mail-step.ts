import type { MailServer, MailServerState } from '#src/wire/mail/mail-server.ts';
import type { Actor } from '../audit/audit.ts';
import { saveMailServer, showMailServer } from '../mail/mail-server.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { forgetDraft } from './drafts.ts';
import { noteSaved } from './installation.ts';

/** Tells one account from the next, for whoever saved meanwhile. */
export function mailChoice({ server }: Pick<MailServerState, 'server'>): string {
  return server ? JSON.stringify([server.host, server.port, server.user, server.from]) : '';
}

export async function saveMailStep(shop: Shop, actor: Actor, typed: MailServer, before: string): Promise<void> {
  if (mailChoice(await showMailServer(shop)) !== before) throw conflict('mail_changed', CHANGED);
  await saveMailServer(shop, actor, typed);
  await forgetDraft(shop, 'mail');
  await noteSaved(shop, 'mail');
}

const CHANGED = 'Outra pessoa já salvou o e-mail enquanto você preenchia. Nada seu foi salvo. Confira e salve de novo.';
