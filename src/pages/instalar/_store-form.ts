import { noteSaved, skipStep } from '#src/domain/installation/installation.ts';
import { storeLogo } from '#src/domain/products/uploads.ts';
import type { Shop } from '#src/domain/shop.ts';
import { saveSettings } from '#src/domain/upkeep/settings.ts';
import { attempt, readFormWithFiles } from '#src/http/forms/forms.ts';
import type { User } from '#src/wire/access/auth.ts';
import { SETTING_KEYS, SETTINGS, type SectionSettings, type SettingKey } from '#src/wire/upkeep/settings-table.ts';

/** Those of the settings screen's first two cards, by the same rows. */
export const STORE_KEYS = SETTING_KEYS.filter((key) => ['identity', 'seller'].includes(SETTINGS[key].group));

type Typed = Partial<Record<SettingKey, string>>;
type Refused = { status: number; typed: Typed; errors: Record<string, string>; trouble: string | null };

/** Returns null once the step has ended. A logo is kept at once, since browsers forget a chosen file. */
export async function takeStoreForm(
  shop: Shop,
  owner: User,
  shown: SectionSettings,
  request: Request,
): Promise<Refused | null> {
  const form = await readFormWithFiles(request);
  if (!form) return { status: 422, typed: {}, errors: {}, trouble: 'O formulário chegou incompleto. Envie de novo.' };
  const { field, file } = form;
  if (field('intent') === 'skip') {
    await skipStep(shop, 'store');
    return null;
  }
  const keys = STORE_KEYS.filter((key) => shown[key]?.source !== 'environment');
  const typed: Typed = Object.fromEntries(keys.map((key) => [key, field(key)]));
  const picture = file('picture');
  const stored = picture ? await attempt(shop.log, storeLogo(shop, owner, piecesOf(picture))) : null;
  if (stored?.ok) typed.logo = stored.value.url;
  else if (field('withoutLogo') === 'on') typed.logo = '';
  if (stored && !stored.ok) return { status: stored.status, typed, errors: { logo: stored.message }, trouble: null };

  const before = Object.fromEntries(keys.map((key) => [key, field(`before.${key}`)]));
  const saved = await attempt(
    shop.log,
    saveSettings(shop, owner, 'store', { values: typed as Record<string, string>, before }),
  );
  if (saved.ok) {
    await noteSaved(shop, 'store');
    return null;
  }
  const { status, code, message, fields = {} } = saved;
  return { status, typed, errors: fields, trouble: code === 'invalid' ? null : message };
}

async function* piecesOf(picture: File): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await picture.arrayBuffer());
}
