import { COMMISSION_STATE_NAMES } from '../affiliates/commission-states.ts';
import { formatCents } from '../basics/money.ts';
import type { FieldRow } from '../products/field-rows.ts';
import { fieldRow, PRODUCT_FIELD_NAMES } from '../products/product-fields.ts';
import { rowOf, SETTING_KEYS } from '../upkeep/settings-table.ts';
import type { AuditChanges, AuditValue } from './audit-changes.ts';

type Show = (value: AuditValue) => string;

/** It is null for a field whose values the trail does not keep. */
export function showChange(
  entity: string,
  field: string,
  changes: AuditChanges,
): { before: string; after: string } | null {
  const show = showOf(entity, field);
  const change = Object.hasOwn(changes, field) ? changes[field] : undefined;
  return show && change ? { before: show(change[0]), after: show(change[1]) } : null;
}

/** Keeps what `AUDITED_VALUES` names, long texts cut short. */
export function keepAudited(entity: string, changes: object): AuditChanges {
  const kept: AuditChanges = {};
  for (const [field, change] of Object.entries<unknown>({ ...changes })) {
    if (!showOf(entity, field) || !Array.isArray(change)) continue;
    const [before, after]: unknown[] = change;
    if (isValue(before) && isValue(after)) kept[field] = [cut(before), cut(after)];
  }
  return kept;
}

function isValue(value: unknown): value is AuditValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function cut(value: AuditValue): AuditValue {
  return typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
}

const LONGEST = 120;

function showOf(entity: string, field: string): Show | undefined {
  const fields = Object.hasOwn(AUDITED_VALUES, entity) ? AUDITED_VALUES[entity] : undefined;
  return fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

const text: Show = (value) => (value === null || value === '' ? 'vazio' : String(value));
const money: Show = (value) => (typeof value === 'number' ? formatCents(value) : text(value));
const percent: Show = (value) =>
  typeof value === 'number' ? `${(value / 100).toLocaleString('pt-BR')}%` : text(value);
const flag: Show = (value) => (value === 1 || value === true ? 'Sim' : 'Não');
const day: Show = (value) => text(value).split('-').reverse().join('/');
const count =
  (none = 'vazio'): Show =>
  (value) =>
    value === null ? none : Number(value).toLocaleString('pt-BR');
const limit = count('sem limite');
const oneOf =
  (names: Readonly<Record<string, string>>): Show =>
  (value) =>
    Object.hasOwn(names, String(value)) ? (names[String(value)] ?? '') : text(value);

/** No person's data, key or secret may stand here by entity and field, since the trail outlives an erasure. */
export const AUDITED_VALUES: Readonly<Record<string, Readonly<Record<string, Show>>>> = {
  // The trail keeps the words of the reason.
  product: { ...productValues(), hiddenReason: text },
  category: { name: text, shelfText: text, order: text, movedTo: text, movedProducts: text },
  coupon: {
    code: text,
    name: text,
    description: text,
    // The trail keeps words, since the unit depends on the coupon's type.
    discount: text,
    type: oneOf({ PERCENT: 'Porcentagem', FIXED: 'Valor fixo', AFFILIATE: 'Afiliado' }),
    maxUses: limit,
    validFrom: day,
    validTo: day,
    isActive: flag,
    // The trail keeps names.
    productIds: (value) => (value === null ? 'Todos' : text(value)),
    perCustomer: limit,
    onlyOwnersOf: (value) => (value === null ? 'Todos' : text(value)),
  },
  offer: { price: text, headline: text, text, isActive: flag },
  affiliate: { commissionRate: percent, couponCode: text, isActive: flag },
  user: { scopes: text, expiresAt: day, role: text },
  affiliate_sale: { status: oneOf(COMMISSION_STATE_NAMES) },
  activation_key: { machineLimit: limit },
  purchase: { invoiceState: text },
  settings: { ...settingValues(), ...recoveryValues() },
};

/** The seller's own data are public. */
function settingValues(): Record<string, Show> {
  const shows = SETTING_KEYS.map((key) => {
    const { choices } = rowOf(key);
    return [key, choices ? oneOf(choices) : text] as const;
  });
  return Object.fromEntries(shows);
}

function recoveryValues(): Record<string, Show> {
  const ofStep = ([1, 2, 3] as const).flatMap((step) => [
    [`isOn${step}`, flag] as const,
    [`subject${step}`, text] as const,
    [`body${step}`, text] as const,
  ]);
  return { isOn: flag, asksWhatsapp: flag, couponId: text, ...Object.fromEntries(ofStep) };
}

function productValues(): Record<string, Show> {
  const kept = PRODUCT_FIELD_NAMES.map((name) => [name, fieldRow(name)] as const).filter(
    ([, { kind, isNamedOnly }]) => kind !== 'json' && !isNamedOnly,
  );
  return Object.fromEntries(kept.map(([name, row]) => [name, productValue(row)]));
}

function productValue({ kind, choices, none }: FieldRow): Show {
  if (choices) return oneOf(choices);
  if (kind === 'money') return money;
  if (kind === 'flag') return flag;
  return kind === 'count' ? count(none) : text;
}
