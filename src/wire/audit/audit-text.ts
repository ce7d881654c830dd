import { hasWordFrom } from '../basics/words.ts';
import { LICENSE_FIELD_LABELS } from '../products/license-fields.ts';
import { PRODUCT_FIELD_LABELS } from '../products/product-fields.ts';
import { PAGE_FIELD_LABELS } from '../products/product-page.ts';
import { RECOVERY_FIELD_LABELS } from '../reminders/recovery.ts';
import { isSettingSection, SETTING_SECTIONS } from '../upkeep/setting-sections.ts';
import { SETTING_LABELS } from '../upkeep/settings.ts';
import { type AuditEntry, UNKNOWN_ACCOUNT } from './audit.ts';

type AuditText = Pick<AuditEntry, 'action' | 'entityId'> & Partial<Pick<AuditEntry, 'count'>>;

export function actionText({ action, entityId, count = null }: AuditText): string {
  if (action === 'access.refuse') return refusalText(entityId, count);
  if (action === 'settings.update') return settingsText(entityId);
  const whole = isWhole({ action, entityId }) ? WHOLE_ACTIONS[`${action} ${entityId}`] : undefined;
  return whole ?? label(ACTIONS, action);
}

export function isWhole({ action, entityId }: AuditText): boolean {
  return WITHOUT_NAME.includes(action) || entityId === UNKNOWN_ACCOUNT || entityId === 'list' || entityId === 'all';
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

/** Of an action, and of a subject where that makes the words. */
export type SaidEntry = { action: string; entityId: string | null };

/** The entries whose words on the screen have one that begins so. */
export function entriesSaying(start: string): SaidEntry[] {
  return SENTENCES.filter(({ text }) => hasWordFrom(text, start)).map(({ action, entityId }) => ({ action, entityId }));
}

export function fieldsSaying(start: string): string[] {
  return Object.keys(FIELDS).filter((field) => hasWordFrom(fieldText(field), start));
}

const ACTIONS: Readonly<Record<string, string>> = {
  'product.create': 'Criou o produto',
  'product.update': 'Alterou o produto',
  'product.duplicate': 'Duplicou um produto:',
  'product.delete': 'Excluiu o produto',
  'product.withdraw': 'Retirou de venda o produto',
  'product.send_to_review': 'Tirou de venda, por custar menos de R$ 0,50, o produto',
  'product.drop_original_price': 'Apagou o preço original, que não era maior que o preço, do produto',
  'product.create_release': 'Criou uma versão de',
  'product.update_release': 'Alterou uma versão de',
  'product.delete_release': 'Excluiu o rascunho de uma versão de',
  'product.publish_release': 'Publicou uma versão de',
  'product.withdraw_release': 'Retirou uma versão de',
  'product.upload_release_file': 'Enviou um arquivo de uma versão de',
  'product.publish_release_file': 'Publicou um arquivo que faltava em uma versão de',
  'product.update_release_file': 'Alterou o sistema ou o rótulo de um arquivo de',
  'product.delete_release_file': 'Excluiu um arquivo de uma versão de',
  'product.hide_release_file': 'Um arquivo está diferente do que foi enviado, e ninguém o baixa, em',
  'product.show_release_file': 'Um arquivo voltou a ser o que foi enviado em',
  'product.stop_announcement': 'Parou o aviso de uma versão de',
  'product.test_announcement': 'Enviou a si mesmo um teste do aviso de uma versão de',
  'product.create_category': 'Criou a categoria',
  'product.rename_category': 'Mudou a categoria',
  'product.order_categories': 'Mudou a ordem das categorias',
  'product.remove_category': 'Excluiu uma categoria',
  'upload.create': 'Enviou um arquivo',
  'key.import': 'Adicionou chaves de ativação para',
  'key.delete': 'Excluiu uma chave de ativação',
  'key.revoke': 'Revogou a chave de ativação',
  'key.export': 'Exportou as chaves de ativação',
  'key.limit': 'Mudou o limite de computadores da chave',
  'key.prepare_signing': 'Criou a próxima chave que assina licenças',
  'key.retire_signing': 'Aposentou a chave que assinava licenças',
  'key.release': 'Liberou computadores da chave',
  'customer.delete': 'Removeu os dados pessoais de um cliente',
  'customer.export': 'Exportou os dados de',
  'customer.correct_email': 'Corrigiu o e-mail de',
  'customer.merge': 'Juntou as compras de outro cliente, com o e-mail certo, às de',
  'customer.add_note': 'Escreveu uma anotação sobre',
  'customer.delete_note': 'Excluiu uma anotação sobre',
  'customer.retry_mail': 'Enviou de novo o e-mail que não saiu para',
  'purchase.refund': 'Reembolsou a compra de',
  'purchase.accept': 'Aceitou o valor menor da compra de',
  'purchase.mark_received': 'Marcou como recebida a compra de',
  'purchase.mark_returned': 'Marcou como devolvida por fora a compra de',
  'purchase.mark_unpaid': 'Marcou como nunca paga a compra de',
  'purchase.keep': 'Manteve a entrega depois da devolução em parte da compra de',
  'purchase.revoke_key': 'Revogou a chave da compra de',
  'purchase.approve_withdrawal': 'Aceitou a desistência da compra de',
  'purchase.refuse_withdrawal': 'Recusou a desistência da compra de',
  'purchase.verify': 'Conferiu no banco a compra de',
  'purchase.resend_email': 'Reenviou o e-mail da compra de',
  'purchase.remind': 'Pediu o lembrete do Pix da compra de',
  'purchase.retry_mail': 'Enviou de novo o e-mail que não saiu da compra de',
  'purchase.export': 'Exportou vendas',
  'coupon.export': 'Exportou cupons',
  'product.export': 'Exportou produtos',
  'coupon.create': 'Criou o cupom',
  'coupon.update': 'Alterou o cupom',
  'coupon.delete': 'Excluiu o cupom',
  'affiliate.export': 'Exportou afiliados',
  'affiliate.create': 'Criou o afiliado',
  'affiliate.update': 'Alterou o afiliado',
  'affiliate.delete': 'Excluiu o afiliado',
  'affiliate_sale.pay': 'Marcou como paga a comissão de',
  'view.create': 'Guardou uma visão de lista',
  'view.update': 'Mudou uma visão de lista',
  'view.delete': 'Excluiu uma visão de lista',
  'view.erase': 'Tirou uma visão de lista que citava um cliente removido',
  'access.sign_in': 'Entrou no painel',
  'access.refuse': 'Entrada recusada na conta de',
  'access.pass_gate': 'Passou por uma senha de acesso',
  'access.reset_password': 'Trocou a senha de',
  'access.change_name': 'Trocou o próprio nome',
  'access.ask_email': 'Pediu a troca do próprio e-mail',
  'access.change_email': 'Confirmou a troca do próprio e-mail',
  'access.stop_email': 'Parou a troca do próprio e-mail',
  'access.change_password': 'Trocou a própria senha',
  'access.change_gate_password': 'Trocou a senha das áreas de produtos e chaves',
  'access.end_session': 'Encerrou uma sessão da própria conta',
  'access.end_other_sessions': 'Encerrou as outras sessões da própria conta',
  'backup.create': 'Backup feito',
  'backup.restore': 'Backup restaurado',
  'backup.verify': 'Backup verificado',
  'settings.test_mail': 'Enviou a si mesmo um e-mail de teste',
  'settings.mail_test_sent': 'Viu sair o e-mail de teste',
  'settings.recovery': 'Mudou a recuperação de Pix não pago',
  'purchase.open_whatsapp': 'Abriu o WhatsApp do cliente da compra de',
  'bank.test_charge': 'Criou no banco a cobrança de teste',
  'bank.test_charge_paid': 'Viu paga a cobrança de teste',
  'bank.resolve_difference': 'Marcou como resolvida a diferença com o banco',
};

const WITHOUT_NAME = [
  'product.remove_category',
  'settings.update',
  'key.prepare_signing',
  'key.retire_signing',
  'settings.test_mail',
  'settings.mail_test_sent',
  'settings.recovery',
  'access.sign_in',
  'access.pass_gate',
  'access.change_name',
  'access.ask_email',
  'access.change_email',
  'access.stop_email',
  'access.change_password',
  'access.change_gate_password',
  'access.end_session',
  'access.end_other_sessions',
  'backup.create',
  'backup.restore',
  'backup.verify',
  'view.create',
  'view.update',
  'view.delete',
  'view.erase',
];

const WHOLE_ACTIONS: Readonly<Record<string, string>> = {
  'customer.export list': 'Exportou a lista de clientes',
  'purchase.retry_mail all': 'Enviou de novo todos os e-mails que não saíram',
  'access.pass_gate products': 'Passou pela senha da área de produtos',
  'access.pass_gate activation-keys': 'Passou pela senha da área de chaves',
};

const SENTENCES: (SaidEntry & { text: string })[] = [
  ...Object.entries(ACTIONS).map(([action, text]) => ({ action, entityId: null, text })),
  ...Object.entries(WHOLE_ACTIONS).map(([whole, text]) => {
    const [action = '', entityId = ''] = whole.split(' ');
    return { action, entityId, text };
  }),
  ...Object.keys(SETTING_SECTIONS).map((entityId) => {
    return { action: 'settings.update', entityId, text: settingsText(entityId) };
  }),
  { action: 'access.refuse', entityId: UNKNOWN_ACCOUNT, text: refusalText(UNKNOWN_ACCOUNT, null) },
];

const FIELDS: Readonly<Record<string, string>> = {
  ...PRODUCT_FIELD_LABELS,
  ...LICENSE_FIELD_LABELS,
  ...PAGE_FIELD_LABELS,
  ...SETTING_LABELS,
  ...RECOVERY_FIELD_LABELS,
  // As migration 0011 noted it.
  originalPriceCents: PRODUCT_FIELD_LABELS.originalPrice,
  order: 'ordem',
  category: 'categoria',
  movedTo: 'categoria dos produtos',
  shelfText: 'texto da prateleira',
  movedProducts: 'produtos que mudaram de categoria',
  email: 'e-mail',
  password: 'senha',
  keys: 'chaves',
  ids: 'só as linhas escolhidas',
  sort: 'ordem',
  q: 'busca',
  state: 'situação',
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
  maxUses: 'máximo de usos',
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
