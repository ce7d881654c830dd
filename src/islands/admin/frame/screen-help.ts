import type { ManualPlace } from '#src/wire/manual/manual-pages.ts';
import type { SettingSection } from '#src/wire/upkeep/setting-sections.ts';

/** What the manual says about each screen of the back-office, by its file in `src/pages/admin`, and by its tab where that matters. */
export const SCREEN_HELP = {
  index: 'abrir-a-loja#o-dashboard',
  'analytics/index': 'numeros#estatísticas',
  'analytics/origins': 'numeros#de-onde-vêm-as-vendas',
  'society-calculator': 'numeros#dividir-entre-sócios',
  products: 'primeiro-produto#criar-o-produto',
  'products-auth': 'problemas#a-tela-pede-outra-senha',
  sales: 'vendas#encontrar-uma-venda',
  'customers/index': 'clientes#encontrar-um-cliente',
  'customers/[id]': 'clientes#a-página-do-cliente',
  promotions: 'afiliados-e-cupons#criar-um-cupom',
  'promotions?tab=recovery': 'recuperacao#ligar-os-lembretes',
  affiliates: 'afiliados-e-cupons#cadastrar-um-afiliado',
  'affiliates?tab=sales': 'afiliados-e-cupons#pagar-as-comissões',
  'activation-keys': 'chaves#adicionar-chaves',
  'activation-keys-auth': 'problemas#a-tela-pede-outra-senha',
  audit: 'numeros#auditoria',
} as const satisfies Record<string, ManualPlace>;
export type HelpedScreen = keyof typeof SCREEN_HELP;

export const SECTION_HELP: Record<SettingSection, ManualPlace> = {
  store: 'abrir-a-loja#os-dados-da-loja',
  sale: 'vendas#desistência-em-sete-dias',
  mail: 'email#pôr-a-conta-de-e-mail-na-loja',
  bank: 'banco#pôr-o-banco-na-loja',
  licenses: 'chaves#licenças-de-produtos-novos',
  partners: 'numeros#dividir-entre-sócios',
  account: 'problemas#esqueci-a-senha',
  health: 'backup#o-que-a-tela-saúde-mostra',
};
