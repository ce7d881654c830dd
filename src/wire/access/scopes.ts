/** What a token of the API may open, as the owner reads it. */
export const SCOPES = {
  'products:read': { group: 'Produtos', text: 'Ver produtos, versões, categorias e ofertas' },
  'products:write': { group: 'Produtos', text: 'Criar, mudar e excluir produtos, versões, categorias e ofertas' },
  'sales:read': { group: 'Vendas', text: 'Ver vendas' },
  'sales:refund': { group: 'Vendas', text: 'Reembolsar vendas' },
  'customers:read': { group: 'Clientes', text: 'Ver clientes' },
  'keys:read': { group: 'Chaves de ativação', text: 'Ver as chaves de ativação' },
  'keys:write': { group: 'Chaves de ativação', text: 'Adicionar, revogar e excluir chaves' },
  'licenses:write': { group: 'Chaves de ativação', text: 'Ver e liberar os computadores de uma chave' },
  'coupons:read': { group: 'Promoções', text: 'Ver cupons' },
  'coupons:write': { group: 'Promoções', text: 'Criar, mudar e excluir cupons' },
  'affiliates:read': { group: 'Afiliados', text: 'Ver afiliados e comissões' },
  'invoices:write': { group: 'Notas fiscais', text: 'Ver e registrar notas fiscais' },
  'hooks:write': { group: 'Webhooks', text: 'Ver e mudar webhooks e ler os eventos' },
  'reports:read': { group: 'Relatórios', text: 'Ver estatísticas' },
} as const satisfies Record<string, { group: string; text: string }>;

export type Scope = keyof typeof SCOPES;
