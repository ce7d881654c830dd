import { findCurrentBank } from '#db/queries/payments/chosen-banks.ts';
import type { SavedBank } from '#src/wire/payments/bank.ts';
import type { TypedBank } from '#src/wire/payments/typed-bank.ts';
import type { Actor } from '../audit/audit.ts';
import { saveTypedBank } from '../payments/choosing/chosen-bank.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { forgetDraft } from './drafts.ts';
import { noteSaved } from './installation.ts';

/** Tells one choice of the bank from the next, for whoever chose meanwhile. */
export async function bankChoice({ db }: Pick<Shop, 'db'>): Promise<string> {
  const current = await findCurrentBank(db);
  return current ? `${current.account} ${current.chosenAt}` : '';
}

export async function saveBankStep(shop: Shop, actor: Actor, typed: TypedBank, before: string): Promise<SavedBank> {
  if ((await bankChoice(shop)) !== before) throw conflict('bank_changed', CHANGED);
  const saved = await saveTypedBank(shop, actor, typed);
  await forgetDraft(shop, 'bank');
  await noteSaved(shop, 'bank');
  return saved;
}

/** An https shop needs a choice, and the sandbox is one. */
export async function chooseSandboxWhereNone(shop: Shop, actor: Actor): Promise<void> {
  if (shop.liveBanks.isGiven || (await findCurrentBank(shop.db))) return;
  await saveTypedBank(shop, actor, { provider: 'sandbox', pixBank: 'outro', keepsOthers: false });
}

const CHANGED = 'Outra pessoa já salvou o banco enquanto você preenchia. Nada seu foi salvo. Confira e salve de novo.';
