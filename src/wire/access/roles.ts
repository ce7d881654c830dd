/** The people of the back-office, as `Equipe` calls them. */
export const ROLES = {
  owner: { name: 'Dono', text: 'Tudo, com equipe, banco, tokens e configurações.' },
  manager: { name: 'Gerente', text: 'Tudo, menos equipe, tokens, configurações e banco.' },
  finance: { name: 'Financeiro', text: 'Vendas, reembolsos, pagamentos, notas e exportações.' },
  support: { name: 'Suporte', text: 'Lê vendas e clientes, reenvia, libera computadores.' },
  content: { name: 'Conteúdo', text: 'Produtos, versões, páginas e ofertas.' },
} as const satisfies Record<string, { name: string; text: string }>;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

type CapabilityRow = {
  group: string;
  /** It follows `pode` and `não pode`. */
  text: string;
  roles: readonly Role[];
  /** It tells the roles apart, and stands in the short list of an invitation. */
  isTold?: true;
};

const ALL = ROLE_NAMES;
const DESK = ['owner', 'manager'] as const;
const OWNER = ['owner'] as const;

/** What each role may do: endpoints, pages, screens and the manual's table ask this one. */
export const CAPABILITIES = {
  desk: { group: 'Painel', text: 'Entrar no painel, ler o manual e cuidar da própria conta', roles: ALL },
  readReports: {
    group: 'Números',
    text: 'Ver faturamento e estatísticas',
    roles: [...DESK, 'finance'],
  },
  readSales: {
    group: 'Vendas e clientes',
    text: 'Ler vendas e clientes',
    roles: [...DESK, 'finance', 'support'],
    isTold: true,
  },
  resend: {
    group: 'Vendas e clientes',
    text: 'Reenviar recibo e chave',
    roles: [...DESK, 'finance', 'support'],
    isTold: true,
  },
  releaseMachines: {
    group: 'Vendas e clientes',
    text: 'Liberar computadores',
    roles: [...DESK, 'support'],
    isTold: true,
  },
  readWithdrawals: {
    group: 'Vendas e clientes',
    text: 'Ver desistências',
    roles: [...DESK, 'finance', 'support'],
    isTold: true,
  },
  refund: {
    group: 'Vendas e clientes',
    text: 'Devolver dinheiro',
    roles: [...DESK, 'finance'],
    isTold: true,
  },
  reconcile: {
    group: 'Vendas e clientes',
    text: 'Conferir vendas com o banco',
    roles: [...DESK, 'finance'],
  },
  writeCustomers: {
    group: 'Vendas e clientes',
    text: 'Corrigir, anotar e remover clientes',
    roles: DESK,
  },
  export: { group: 'Vendas e clientes', text: 'Exportar', roles: [...DESK, 'finance'], isTold: true },
  invoices: {
    group: 'Vendas e clientes',
    text: 'Ver CPF e CNPJ e cuidar das notas fiscais',
    roles: [...DESK, 'finance'],
  },
  readKeys: { group: 'Chaves', text: 'Ver a chave inteira', roles: DESK, isTold: true },
  writeKeys: { group: 'Chaves', text: 'Adicionar, revogar e excluir chaves', roles: DESK },
  readProducts: { group: 'Produtos', text: 'Ver os produtos', roles: ALL },
  writeProducts: {
    group: 'Produtos',
    text: 'Mudar produtos, versões, páginas e ofertas',
    roles: [...DESK, 'content'],
    isTold: true,
  },
  reviews: { group: 'Produtos', text: 'Mostrar e responder avaliações', roles: DESK },
  coupons: { group: 'Divulgação', text: 'Criar e mudar cupons e lembretes', roles: DESK },
  readPartners: { group: 'Divulgação', text: 'Ver parceiros e comissões', roles: [...DESK, 'finance'] },
  writePartners: { group: 'Divulgação', text: 'Cadastrar e mudar parceiros', roles: DESK },
  pay: { group: 'Divulgação', text: 'Pagar parceiros', roles: [...DESK, 'finance'], isTold: true },
  hooks: { group: 'Loja', text: 'Cuidar das integrações', roles: DESK },
  readAudit: { group: 'Loja', text: 'Ver a auditoria', roles: DESK },
  settings: { group: 'Loja', text: 'Mudar a loja', roles: OWNER, isTold: true },
  bank: { group: 'Loja', text: 'Mudar o banco que recebe', roles: OWNER, isTold: true },
  tokens: { group: 'Loja', text: 'Criar tokens da API', roles: OWNER },
  team: { group: 'Loja', text: 'Cuidar da equipe', roles: OWNER, isTold: true },
} as const satisfies Record<string, CapabilityRow>;
export type Capability = keyof typeof CAPABILITIES;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];

/** One, or several of which a call needs each. */
export type Allowed = Capability | readonly [Capability, Capability];

/** Null is nobody's role: an account outside of the back-office. */
export function can(role: Role | null | undefined, allowed: Allowed): boolean {
  if (!role) return false;
  const wanted: readonly Capability[] = typeof allowed === 'string' ? [allowed] : allowed;
  return wanted.every((capability) => rolesWith(capability).includes(role));
}

export function rolesWith(capability: Capability): readonly Role[] {
  return CAPABILITIES[capability].roles;
}

/** The short list of an invitation. */
export function toldOf(role: Role): { may: string[]; mayNot: string[] } {
  const told = CAPABILITY_NAMES.filter((name) => 'isTold' in CAPABILITIES[name]);
  const textsOf = (names: readonly Capability[]) => names.map((name) => CAPABILITIES[name].text);
  return {
    may: textsOf(told.filter((name) => can(role, name))),
    mayNot: textsOf(told.filter((name) => !can(role, name))),
  };
}
