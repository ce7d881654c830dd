import { type Capability, can, type Role } from '../access/roles.ts';

/** The sections of the screen, with their word in the address and what opens them. */
export const SETTING_SECTIONS = {
  store: { name: 'Loja', word: 'loja', allow: 'settings' },
  address: { name: 'Endereço', word: 'endereco', allow: 'settings' },
  sale: { name: 'Venda', word: 'venda', allow: 'settings' },
  invoices: { name: 'Notas fiscais', word: 'notas', allow: 'settings' },
  mail: { name: 'E-mail', word: 'email', allow: 'settings' },
  bank: { name: 'Banco', word: 'banco', allow: 'bank' },
  licenses: { name: 'Licenças', word: 'licencas', allow: 'settings' },
  affiliates: { name: 'Parceiros', word: 'parceiros', allow: 'settings' },
  partners: { name: 'Sócios', word: 'socios', allow: 'settings' },
  team: { name: 'Equipe', word: 'equipe', allow: 'team' },
  backup: { name: 'Backup', word: 'backup', allow: 'settings' },
  imports: { name: 'Trazer minha loja', word: 'trazer', allow: 'settings' },
  health: { name: 'Saúde', word: 'saude', allow: 'settings' },
} as const satisfies Record<string, { name: string; word: string; allow: Capability }>;
export type SettingSection = keyof typeof SETTING_SECTIONS;

/** Each is a card of its section. */
export const SETTING_GROUPS = {
  identity: {
    section: 'store',
    title: 'Identidade',
    text: 'Aparece na loja, nos e-mails e no aplicativo do banco de quem paga.',
  },
  seller: {
    section: 'store',
    title: 'Quem vende',
    text: 'Vai no rodapé e em cada recibo. O Decreto 7.962 pede nome, CPF ou CNPJ, endereço e e-mail.',
  },
  contact: { section: 'store', title: 'Suporte e comunidade', text: 'Para onde vão os links de ajuda da loja.' },
  claim: {
    section: 'store',
    title: 'Promessa da página inicial',
    text: 'A frase do bloco de benefícios. Prometa só o que você mediu, e diga de onde vem o número.',
  },
  withdrawal: {
    section: 'sale',
    title: 'Desistência em sete dias',
    text: 'O que acontece quando alguém desiste da compra pelo botão.',
  },
  unpaid: {
    section: 'sale',
    title: 'Pedidos sem pagamento',
    text: 'Passado o prazo, o pedido fecha, e o dinheiro que ainda chegar é reconhecido. Um prazo novo vale para os próximos pedidos; os abertos ficam com o seu.',
  },
  renewals: {
    section: 'sale',
    title: 'Renovação das atualizações',
    text: 'Dos produtos que incluem atualizações por alguns meses e têm um preço de renovação, em Licença.',
  },
  reviews: {
    section: 'sale',
    title: 'Avaliações',
    text: 'De quem comprou, na página de cada produto. A média aparece a partir de cinco.',
  },
  keys: {
    section: 'sale',
    title: 'Estoque de chaves',
    text: 'Para os produtos cujas chaves você adiciona. Cada produto pode ter o seu número, em Licença.',
  },
  invoices: {
    section: 'invoices',
    title: 'Quando emitir',
    text: 'A nota sai depois da semana de desistência, e quase nenhuma precisa ser cancelada.',
  },
  invoiceService: {
    section: 'invoices',
    title: 'O que vai na nota',
    text: 'Só o Focus NFe usa estes campos, e eles vão como você escreveu. Peça os valores à sua contabilidade.',
  },
  sender: {
    section: 'mail',
    title: 'Ritmo de envio',
    text: 'Avisos esperam a sua vez. Recibos, chaves e entradas saem na hora.',
  },
  newLicense: {
    section: 'licenses',
    title: 'Produtos novos',
    text: 'Com o que a licença de um produto novo começa. Os que já existem ficam como estão: mude cada um em Produtos, na parte Licença.',
  },
  terms: {
    section: 'licenses',
    title: 'Termos de licença da loja',
    text: 'Valem para os produtos sem termos próprios. Cada mudança é uma versão nova; quem já comprou fica com a sua.',
  },
  commissions: {
    section: 'affiliates',
    title: 'Comissões',
    text: 'A quem vale cada venda e quando a comissão dela é liberada. Mudanças valem para as próximas.',
  },
  payouts: {
    section: 'affiliates',
    title: 'Pagamentos',
    text: 'O que a área dos parceiros promete e o que Fechar pagamentos junta. Você paga no app do seu banco.',
  },
  signUps: {
    section: 'affiliates',
    title: 'Seja parceiro',
    text: 'Uma página em que qualquer pessoa pede para divulgar a loja. Você aceita ou recusa cada pedido.',
  },
  secondFactor: {
    section: 'team',
    title: 'Segundo fator da equipe',
    text: 'Uma passkey ou um aplicativo de códigos, além da senha. Cada pessoa cria o seu em Minha conta.',
  },
  partners: {
    section: 'partners',
    title: 'Sócios',
    text: 'Os dois nomes da divisão, na tela Porcentagem.',
  },
} as const satisfies Record<string, { section: SettingSection; title: string; text: string }>;
export type SettingGroup = keyof typeof SETTING_GROUPS;

export function isSettingSection(name: string): name is SettingSection {
  return Object.hasOwn(SETTING_SECTIONS, name);
}

export function sectionsOf(role: Role | null): SettingSection[] {
  const sections = Object.keys(SETTING_SECTIONS) as SettingSection[];
  return sections.filter((section) => can(role, SETTING_SECTIONS[section].allow));
}

/** The word stands in the address of the screen; without one the first that the role opens. Null is not allowed. */
export function sectionNamed(word: string | null, role: Role | null): SettingSection | null {
  const sections = Object.keys(SETTING_SECTIONS) as SettingSection[];
  const named = sections.find((section) => SETTING_SECTIONS[section].word === word);
  const open = sectionsOf(role);
  if (named) return open.includes(named) ? named : null;
  return open[0] ?? null;
}

export function settingsAddress(section: SettingSection): string {
  return `/admin/settings?secao=${SETTING_SECTIONS[section].word}`;
}
