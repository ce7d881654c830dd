import { deleteEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import type { SkippableStep } from '#src/wire/installation/steps.ts';
import type { Actor } from '../audit/audit.ts';
import { encryptSetting, readEncryptedSetting, storeEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Shop } from '../shop.ts';

/** What was typed into a step, by field. */
export type Draft = Record<string, string>;

/** A form that comes back has neither its secrets nor its files, so that they wait here, encrypted. */
export async function keepDraft(shop: Shop, actor: Actor, step: SkippableStep, draft: Draft): Promise<void> {
  await storeEncryptedSetting(shop.db, shop, actor, await encryptSetting(shop, nameOf(step), JSON.stringify(draft)));
}

export async function readDraft(shop: Shop, step: SkippableStep): Promise<Draft> {
  const stored = await readEncryptedSetting(shop, nameOf(step));
  return stored.state === 'read' ? (JSON.parse(stored.text) as Draft) : {};
}

export function forgetDraft({ db }: Pick<Shop, 'db'>, step: SkippableStep): Promise<void> {
  return deleteEncryptedSetting(db, nameOf(step));
}

function nameOf(step: SkippableStep): string {
  return `installation:${step}`;
}
