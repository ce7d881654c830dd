/** What an action is called, before the name of what it was done to. One that is not listed shows as it is. */
export function actionText(action: string): string {
  return lookUp(ACTIONS, action);
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
  'upload.create': 'Enviou o arquivo',
  'key.import': 'Adicionou chaves de ativação',
  'key.delete': 'Excluiu a chave de ativação',
  'key.revoke': 'Revogou a chave de ativação',
  'keys.export': 'Exportou as chaves de ativação',
  'activation_keys.export': 'Exportou as chaves de ativação',
  'activation-keys.export': 'Exportou as chaves de ativação',
  'customer.delete': 'Removeu os dados pessoais do cliente',
  'customer.export': 'Exportou os dados do cliente',
  'customers.export': 'Exportou os clientes',
  'purchase.refund': 'Reembolsou a compra',
  'purchase.verify': 'Conferiu no banco a compra',
  'purchase.resend': 'Reenviou o e-mail da compra',
  'purchases.export': 'Exportou as vendas',
  'coupon.create': 'Criou o cupom',
  'coupon.update': 'Alterou o cupom',
  'coupon.delete': 'Excluiu o cupom',
  'affiliate.create': 'Criou o afiliado',
  'affiliate.update': 'Alterou o afiliado',
  'affiliate.delete': 'Excluiu o afiliado',
  'affiliate_sale.pay': 'Marcou como paga a comissão',
};

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
