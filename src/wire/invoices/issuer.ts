import * as z from 'zod/mini';
import { keyOf, line } from '../basics/text.ts';

export const INVOICE_MODES = {
  '': 'A pedido, se o seu CPF ou CNPJ está em Loja',
  off: 'Não oferecer',
  on_request: 'A pedido de quem compra',
  every_sale: 'De toda venda',
} as const;
export type InvoiceMode = Exclude<keyof typeof INVOICE_MODES, ''>;

export const INVOICE_ISSUERS = {
  manual: 'Eu, ou a minha contabilidade',
  focusnfe: 'Focus NFe (NFS-e Nacional)',
  api: 'Outro sistema, pela API da loja',
} as const;

const UNSET = 'Não informar';

export const INVOICE_SIMPLES = {
  '': UNSET,
  none: 'Não optante',
  mei: 'MEI',
  simples: 'ME ou EPP, optante do Simples',
} as const;

export const INVOICE_REGIMES = {
  '': UNSET,
  none: 'Nenhum',
  cooperative: 'Ato cooperado',
  estimate: 'Estimativa',
  micro: 'Microempresa municipal',
  notary: 'Notário ou registrador',
  freelancer: 'Profissional autônomo',
  professionals: 'Sociedade de profissionais',
} as const;

export const INVOICE_ISS = {
  '': UNSET,
  taxed: 'Operação tributável',
  immune: 'Imunidade',
  export: 'Exportação de serviço',
  outside: 'Não incidência',
} as const;

export const INVOICE_RETENTIONS = {
  '': UNSET,
  none: 'Não retido',
  taker: 'Retido pelo tomador',
  intermediary: 'Retido pelo intermediário',
} as const;

/** The default goes by whether the seller may issue any. */
export function invoiceModeOf({
  invoiceMode,
  sellerDocument,
}: {
  invoiceMode: keyof typeof INVOICE_MODES;
  sellerDocument: string;
}): InvoiceMode {
  return invoiceMode || (sellerDocument === '' ? 'off' : 'on_request');
}

export const FOCUS_ENVIRONMENTS = {
  test: 'Homologação (testes)',
  production: 'Produção',
} as const;
export type FocusEnvironment = keyof typeof FOCUS_ENVIRONMENTS;

export const INVOICE_ISSUER_PATH = '/api/admin/invoices/issuer';

const TOKEN = 'Cole o token da empresa, que está no painel do Focus NFe.';

/** An empty token keeps the stored one, for the same environment alone. */
export const IssuerAccount = z.object({
  environment: keyOf(FOCUS_ENVIRONMENTS, 'Escolha um dos dois ambientes.'),
  token: line(0, 200, TOKEN).check(z.regex(/^[\w-]*$/, TOKEN)),
});
export type IssuerAccount = z.infer<typeof IssuerAccount>;

export const TOKEN_MISSING = TOKEN;

/** The token never leaves the server. */
export type IssuerState = { source: 'stored' | 'unreadable' | 'none'; environment: FocusEnvironment };

const FIELD = /^([a-z_0-9]{2,60})\s*[=:]\s*(\S.{0,199})$/;
export const EXTRA_FIELDS_REFUSAL = 'Escreva um campo por linha, como codigo_nbs = 111032900.';

/** Fields of the issuer that are passed through as they are; null where a line is none. */
export function readExtraFields(typed: string): Record<string, string> | null {
  const lines = typed.split('\n').map((each) => each.trim());
  const read = lines.filter((each) => each !== '').map((each) => FIELD.exec(each));
  if (read.some((found) => found === null)) return null;
  return Object.fromEntries(read.map((found) => [found?.[1] ?? '', found?.[2]?.trim() ?? '']));
}
