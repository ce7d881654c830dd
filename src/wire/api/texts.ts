/** The first word of an address behind `/api` that asks for no token. */
export const PUBLIC_GROUPS = {
  public: 'Loja',
  'validate-coupon': 'Loja',
  payments: 'Pedidos e pagamentos',
  licenses: 'Licenças no plugin',
  trials: 'Licenças no plugin',
  compat: 'Licenças na língua da plataforma antiga',
  buyer: 'Minhas compras',
  partner: 'Área do parceiro',
  auth: 'Entrada no painel',
  logout: 'Entrada no painel',
  'openapi.json': 'Este documento',
} as const;

export const API_INTRODUCTION =
  'Tudo o que o painel faz, por HTTP e JSON. Um token, feito na aba Tokens de Integrações, abre o que as permissões dele dizem; o que é da loja aberta não pede token. Valores são textos em reais, `R$ 99,90`, e horários são UTC, `2026-11-28T14:32:10.000Z`.';
