/** What an action is called, before the name of what it was done to. One that is not listed shows as it is. */
export function actionText(action: string, entityId: string): string {
  return (isWholeList(entityId) && LIST_ACTIONS[action]) || lookUp(ACTIONS, action);
}

/** Whether an action was about a list and not about one thing of it. */
export function isWholeList(entityId: string): boolean {
  return entityId === 'list' || entityId === 'all';
}

/** What a changed field is called on its form. */
export function fieldText(field: string): string {
  return lookUp(FIELDS, field);
}

const ACTIONS: Readonly<Record<string, string>> = {
  'product.create': 'Criou o produto',
  'product.update': 'Alterou o produto',
  'product.delete': 'Excluiu o produto',
  'product.withdraw': 'Retirou de venda o produto',
  'upload.create': 'Enviou um arquivo',
  'key.import': 'Adicionou chaves de ativação para',
  'key.delete': 'Excluiu uma chave de ativação',
  'key.revoke': 'Revogou a chave de ativação',
  'key.export': 'Exportou as chaves de ativação',
  'customer.delete': 'Removeu os dados pessoais de um cliente',
  'customer.export': 'Exportou os dados de',
  'purchase.refund': 'Reembolsou a compra de',
  'purchase.verify': 'Conferiu no banco a compra de',
  'purchase.resend': 'Reenviou o e-mail da compra de',
  'purchase.resend_email': 'Reenviou o e-mail da compra de',
  'purchase.export': 'Exportou vendas',
  'coupon.create': 'Criou o cupom',
  'coupon.update': 'Alterou o cupom',
  'coupon.delete': 'Excluiu o cupom',
  'affiliate.create': 'Criou o afiliado',
  'affiliate.update': 'Alterou o afiliado',
  'affiliate.delete': 'Excluiu o afiliado',
  'affiliate_sale.pay': 'Marcou como paga a comissão de',
  'bank.test_charge': 'Criou no banco a cobrança de teste',
  'bank.resolve_difference': 'Marcou como resolvida a diferença com o banco',
};

/** The same actions, done to a whole list and not to one of it. */
const LIST_ACTIONS: Readonly<Record<string, string>> = { 'customer.export': 'Exportou a lista de clientes' };

const FIELDS: Readonly<Record<string, string>> = {
  name: 'nome',
  description: 'descrição',
  price: 'preço',
  priceCents: 'preço',
  originalPrice: 'preço original',
  originalPriceCents: 'preço original',
  status: 'status',
  image: 'imagem',
  categoryId: 'categoria',
  systemRequirements: 'requisitos do sistema',
  isFeatured: 'destaque',
  downloadUrl: 'link de download',
  requiresActivation: 'exige ativação',
  videoUrl: 'vídeo',
  email: 'e-mail',
  password: 'senha',
  keys: 'chaves',
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

function lookUp(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
