import { hasWordFrom } from '../basics/words.ts';
import { PRODUCT_FIELD_NAMES, PRODUCT_FIELDS } from '../products/product-fields.ts';
import { RECOVERY_FIELD_LABELS } from '../reminders/recovery.ts';
import { isSettingSection, SETTING_SECTIONS } from '../upkeep/setting-sections.ts';
import { SETTING_LABELS } from '../upkeep/settings-table.ts';
import { type AuditEntry, UNKNOWN_ACCOUNT } from './audit.ts';
import { AUDIT_ACTIONS, isAuditAction, WORDS_OF_SUBJECTS } from './audit-actions.ts';

type AuditText = Pick<AuditEntry, 'action' | 'entityId'> & Partial<Pick<AuditEntry, 'count'>>;

export function actionText({ action, entityId, count = null }: AuditText): string {
  if (action === 'access.refuse') return refusalText(entityId, count);
  if (action === 'settings.update') return settingsText(entityId);
  const words = isWhole({ action, entityId }) ? WORDS_OF_SUBJECTS[`${action} ${entityId}`] : undefined;
  return words ?? (isAuditAction(action) ? AUDIT_ACTIONS[action].text : action);
}

export function isWhole({ action, entityId }: AuditText): boolean {
  const isWholeAction = isAuditAction(action) && AUDIT_ACTIONS[action].isWhole;
  return isWholeAction || entityId === UNKNOWN_ACCOUNT || ['list', 'all', 'reviews', 'invoices'].includes(entityId);
}

function settingsText(section: string): string {
  const name = isSettingSection(section) ? SETTING_SECTIONS[section].name : section;
  return `Mudou as configurações em ${name}`;
}

function refusalText(account: string, count: number | null): string {
  const refused = count === null ? 'Entrada recusada' : `Mais ${countOf(count)}`;
  return account === UNKNOWN_ACCOUNT ? `${refused} com e-mail desconhecido` : `${refused} na conta de`;
}

function countOf(count: number): string {
  return count === 1 ? 'uma entrada recusada' : `${count.toLocaleString('pt-BR')} entradas recusadas`;
}

export function fieldText(field: string): string {
  return label(FIELDS, field);
}

/** `entityId` is set where the subject makes the words. */
export type SaidEntry = { action: string; entityId: string | null };

/** The entries whose words on the screen have one that begins so. */
export function entriesSaying(start: string): SaidEntry[] {
  return SENTENCES.filter(({ text }) => hasWordFrom(text, start)).map(({ action, entityId }) => ({ action, entityId }));
}

export function fieldsSaying(start: string): string[] {
  return Object.keys(FIELDS).filter((field) => hasWordFrom(fieldText(field), start));
}

const SENTENCES: (SaidEntry & { text: string })[] = [
  ...Object.entries(AUDIT_ACTIONS).map(([action, { text }]) => ({ action, entityId: null, text })),
  ...Object.entries(WORDS_OF_SUBJECTS).map(([words, text]) => {
    const [action = '', entityId = ''] = words.split(' ');
    return { action, entityId, text };
  }),
  ...Object.keys(SETTING_SECTIONS).map((entityId) => {
    return { action: 'settings.update', entityId, text: settingsText(entityId) };
  }),
  { action: 'access.refuse', entityId: UNKNOWN_ACCOUNT, text: refusalText(UNKNOWN_ACCOUNT, null) },
];

const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(PRODUCT_FIELD_NAMES.map((name) => [name, PRODUCT_FIELDS[name].label])),
  ...SETTING_LABELS,
  ...RECOVERY_FIELD_LABELS,
  // As migration 0011 noted it.
  originalPriceCents: PRODUCT_FIELDS.originalPrice.label,
  mailServer: 'servidor de e-mail',
  invoiceEnvironment: 'ambiente do Focus NFe',
  invoiceToken: 'token do Focus NFe',
  invoiceState: 'nota fiscal',
  mailPassword: 'senha do e-mail',
  order: 'ordem',
  category: 'categoria',
  movedTo: 'categoria dos produtos',
  shelfText: 'texto da prateleira',
  movedProducts: 'produtos que mudaram de categoria',
  scopes: 'permissões',
  expiresAt: 'vale até',
  events: 'eventos',
  address: 'endereço',
  includeKeys: 'enviar as chaves',
  kind: 'tipo',
  role: 'papel',
  email: 'e-mail',
  password: 'senha',
  keys: 'chaves',
  ids: 'só as linhas escolhidas',
  sort: 'ordem',
  q: 'busca',
  state: 'situação',
  rating: 'estrelas',
  hiddenReason: 'motivo de ocultar',
  answer: 'resposta',
  product: 'produto',
  period: 'período',
  since: 'desde',
  until: 'até',
  from: 'desde',
  to: 'até',
  productId: 'produto',
  code: 'código',
  couponCode: 'cupom',
  type: 'tipo',
  discount: 'desconto',
  discountHundredths: 'desconto',
  headline: 'título',
  text: 'texto',
  offeredProductId: 'produto oferecido',
  maxUses: 'máximo de usos',
  productIds: 'produtos',
  perCustomer: 'usos por cliente',
  onlyOwnersOf: 'só para quem tem',
  validFrom: 'válido de',
  validTo: 'válido até',
  isActive: 'ativo',
  isAffiliate: 'afiliado',
  commissionRate: 'comissão',
  commissionHundredths: 'comissão',
};

function label(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
