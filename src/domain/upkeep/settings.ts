import { insertUsualTermsOfProducts, raiseUsualTermsVersions } from '#db/queries/products/product-pages.ts';
import { findNewestUsualTerms, insertUsualTerms, listSettings, upsertSetting } from '#db/queries/upkeep/settings.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { SaveSettings } from '#src/wire/upkeep/save-settings.ts';
import { isSettingSection, type SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import {
  type GivenSettings,
  isSettingKey,
  lockedText,
  problemsAmong,
  rowOf,
  SETTING_KEYS,
  SETTING_LABELS,
  SETTINGS,
  type SectionSettings,
  type SettingKey,
  type SettingState,
  type SettingValues,
  sectionOf,
} from '#src/wire/upkeep/settings-table.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { SETTINGS_CHANGED } from '../events.ts';
import { notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Reads what the owner set on the screen; a value that this version cannot read counts as not set. */
export async function storedSettings({ db }: { db: Queryable }): Promise<Partial<SettingValues>> {
  const rows = await listSettings(db);
  const values = rows.flatMap(({ key, value }) => {
    if (!isSettingKey(key)) return [];
    const read = rowOf(key).schema.safeParse(JSON.parse(value));
    return read.success ? [[key, read.data]] : [];
  });
  return Object.fromEntries(values) as Partial<SettingValues>;
}

/** The environment wins over what is stored, and that over the default. */
export function mergeSettings(given: GivenSettings, stored: Partial<SettingValues>): SettingValues {
  const defaults = Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].byDefault])) as SettingValues;
  return { ...defaults, ...stored, ...given };
}

export async function showSettings(shop: Shop, name: string): Promise<SectionSettings> {
  const section = readSection(name);
  const stored = await storedSettings(shop);
  const values = mergeSettings(shop.liveSettings.given, stored);
  const keys = SETTING_KEYS.filter((key) => sectionOf(key) === section);
  const sourceOf = (key: SettingKey): SettingState['source'] => {
    if (key in shop.liveSettings.given) return 'environment';
    return key in stored ? 'stored' : 'default';
  };
  return Object.fromEntries(keys.map((key) => [key, { value: values[key], source: sourceOf(key) }]));
}

/** Saves all or nothing; refuses what another administrator changed since the form was opened, and says it. */
export async function saveSettings(
  shop: Shop,
  actor: Actor,
  name: string,
  { values, before }: SaveSettings,
): Promise<SectionSettings> {
  const section = readSection(name);
  const wanted = readWanted(shop, section, values);
  const changed = await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    const current = mergeSettings(shop.liveSettings.given, await storedSettings({ db: tx }));
    const keys = SETTING_KEYS.filter((key) => key in wanted && wanted[key] !== current[key]);
    refuseUnseen(keys.filter((key) => String(before[key]) !== String(current[key])));
    refuseAll(problemsAmong({ ...current, ...wanted }));
    for (const key of keys) await store(tx, shop, actor, key, wanted[key]);
    if (keys.includes('usualTerms')) await keepTerms(tx, shop, wanted.usualTerms ?? '');
    if (keys.length > 0) {
      await recordChange(tx, shop, actor, {
        action: 'settings.update',
        entityId: section,
        changes: Object.fromEntries(keys.map((key) => [key, [current[key], wanted[key]]])),
      });
    }
    return keys;
  });
  if (changed.length > 0) {
    await shop.liveSettings.refresh();
    shop.events.publish(SETTINGS_CHANGED);
  }
  return showSettings(shop, section);
}

function readSection(name: string): SettingSection {
  if (!isSettingSection(name)) throw notFound('As configurações não têm esta seção.');
  return name;
}

/** Locked settings may come along unchanged. */
function readWanted(shop: Shop, section: SettingSection, values: SaveSettings['values']): Partial<SettingValues> {
  const refusals: Record<string, string> = {};
  const wanted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (!isSettingKey(key) || sectionOf(key) !== section) refusals[key] = 'Esta seção não tem esta configuração.';
    else if (key in shop.liveSettings.given) {
      if (String(value) !== String(shop.liveSettings.given[key])) refusals[key] = lockedText(key);
    } else {
      const read = rowOf(key).schema.safeParse(value);
      if (read.success) wanted[key] = read.data;
      else refusals[key] = read.error.issues[0]?.message ?? 'Este valor não é válido.';
    }
  }
  refuseAll(refusals);
  return wanted as Partial<SettingValues>;
}

function refuseAll(refusals: Record<string, string>): void {
  const [first] = Object.values(refusals);
  if (first) throw refusal('invalid', 'invalid', first, { fields: refusals });
}

function refuseUnseen(keys: SettingKey[]): void {
  if (keys.length === 0) return;
  const names = new Intl.ListFormat('pt-BR').format(keys.map((key) => SETTING_LABELS[key]));
  const sentence = `Outra pessoa mudou isto enquanto você editava: ${names}. Nada foi salvo. Confira e salve de novo.`;
  const fields = Object.fromEntries(keys.map((key) => [key, 'Mudou enquanto você editava.']));
  throw refusal('conflict', 'settings_changed', sentence, { fields });
}

function store(tx: Queryable, shop: Shop, actor: Actor, key: SettingKey, value: unknown): Promise<void> {
  const updatedAt = shop.clock.now().toISOString();
  return upsertSetting(tx, { key, value: JSON.stringify(value), updatedAt, updatedBy: actor.id });
}

/** The purchases of a version's time keep its words. */
async function keepTerms(tx: Queryable, shop: Shop, text: string): Promise<void> {
  const newest = await findNewestUsualTerms(tx);
  const createdAt = shop.clock.now().toISOString();
  await insertUsualTerms(tx, { version: (newest?.version ?? 0) + 1, text, createdAt });
  await raiseUsualTermsVersions(tx);
  await insertUsualTermsOfProducts(tx, { text, createdAt });
}
