import type { ManualPlace } from '#src/wire/manual/manual-pages.ts';
import type { SettingSection } from '#src/wire/upkeep/setting-sections.ts';

type Sections = Record<`settings:${SettingSection}`, ManualPlace>;

/** What the manual says about each screen of the back-office: its file in `src/pages/admin`, and its tab or section where that matters. */
const SCREEN_HELP = {
  index: 'abrir-a-loja#o-dashboard',
  'analytics/index': 'numeros#estatísticas',
  'analytics/origins': 'numeros#de-onde-vêm-as-vendas',
  'society-calculator': 'numeros#dividir-entre-sócios',
  products: 'primeiro-produto#criar-o-produto',
  'products-auth': 'problemas#a-tela-pede-outra-senha',
  sales: 'vendas#encontrar-uma-venda',
  'customers/index': 'clientes#encontrar-um-cliente',
  'customers/[id]': 'clientes#a-página-do-cliente',
  avaliacoes: 'avaliacoes#ler-e-mostrar',
  'notas-fiscais': 'notas-fiscais#a-fila-e-os-estados',
  promotions: 'afiliados-e-cupons#criar-um-cupom',
  'promotions:recovery': 'recuperacao#ligar-os-lembretes',
  affiliates: 'afiliados-e-cupons#cadastrar-um-afiliado',
  'affiliates/[id]': 'parceiros#a-página-de-um-parceiro',
  'affiliates/payouts': 'parceiros#fechar-pagamentos',
  'affiliates/program': 'parceiros#pedidos-termos-e-material',
  'affiliates:sales': 'afiliados-e-cupons#pagar-as-comissões',
  'activation-keys': 'chaves#adicionar-chaves',
  'activation-keys-auth': 'problemas#a-tela-pede-outra-senha',
  'integracoes/index': 'integracoes#avisar-outro-sistema',
  'integracoes/tokens': 'integracoes#tokens-da-api',
  'integracoes/receitas': 'integracoes#receitas-do-n8n',
  'integracoes/eventos': 'integracoes#o-que-aconteceu',
  conta: 'entrada#minha-conta',
  api: 'integracoes#api',
  audit: 'numeros#auditoria',
  'settings:store': 'abrir-a-loja#os-dados-da-loja',
  'settings:address': 'dominio#pôr-o-endereço-na-loja',
  'settings:sale': 'vendas#desistência-em-sete-dias',
  'settings:invoices': 'notas-fiscais#ligar-as-notas',
  'settings:mail': 'email#pôr-a-conta-de-e-mail-na-loja',
  'settings:bank': 'banco#pôr-o-banco-na-loja',
  'settings:licenses': 'chaves#licenças-de-produtos-novos',
  'settings:affiliates': 'parceiros#as-regras-do-programa',
  'settings:partners': 'numeros#dividir-entre-sócios',
  'settings:team': 'equipe#convidar-uma-pessoa',
  'settings:imports': 'trazer-minha-loja#conferir',
  'settings:backup': 'backup#todas-as-noites',
  'settings:health': 'backup#o-que-a-tela-saúde-mostra',
} as const satisfies Record<string, ManualPlace> & Sections;

export type HelpedScreen = keyof typeof SCREEN_HELP;
export const HELPED_SCREENS = Object.keys(SCREEN_HELP) as HelpedScreen[];

export function helpOf(screen: string | null): ManualPlace | undefined {
  const known = HELPED_SCREENS.find((name) => name === screen);
  return known && SCREEN_HELP[known];
}
