import { IMPORT_PROVIDER } from '../payments/pix-providers.ts';
import { OWN_SALE_COLUMNS, type SaleField } from './own-columns.ts';

/** Beside those of our own table, what other platforms split or say in columns of their own. */
export type ImportField =
  | SaleField
  | 'lastName'
  | 'paidTime'
  | 'status'
  | 'refundAmount'
  | 'currency'
  | 'disputed'
  | 'disputeWon'
  | 'giftee'
  | 'isKeyEnabled'
  | 'isAccessRevoked';

type SourceFacts = {
  name: string;
  /** Of amounts whose line says none. */
  currency: 'BRL' | 'USD';
  /** How dates and amounts are read where no line of the file tells. */
  dayFirst: boolean;
  decimal: ',' | '.';
  /** What it writes into a cell without a value. */
  emptyCell?: string;
  /** Each line of an order repeats what came back of all of it. */
  refundsWholeOrder?: true;
  /** Headers as the platform writes them; the first that the file has counts. */
  headers: Partial<Record<ImportField, readonly string[]>>;
};

/** Where a shop comes from. `other` is a table of unknown headers, which its owner explains. */
export const IMPORT_SOURCES = {
  gumroad: {
    name: 'Gumroad',
    currency: 'USD',
    dayFirst: false,
    decimal: '.',
    headers: {
      externalId: ['Purchase ID', 'Order Number'],
      email: ['Purchase Email', 'Buyer Email'],
      name: ['Buyer Name'],
      product: ['Item Name'],
      amount: ['Sale Price ($)', 'Subtotal ($)'],
      paidAt: ['Purchase Date'],
      paidTime: ['Purchase Time (UTC timezone)', 'Purchase Time (PST)'],
      refundedAt: ['Fully Refunded?'],
      refundAmount: ['Partial Refund ($)'],
      disputed: ['Disputed?'],
      disputeWon: ['Dispute Won?'],
      key: ['License Key'],
      affiliateCode: ['Affiliate'],
      giftee: ['Giftee Email'],
      isKeyEnabled: ['License Key Enabled?'],
      isAccessRevoked: ['Access Revoked?'],
    },
  },
  hotmart: {
    name: 'Hotmart',
    currency: 'BRL',
    dayFirst: true,
    decimal: ',',
    emptyCell: '(none)',
    headers: {
      externalId: ['Código da transação', 'Transação', 'Transaction'],
      email: ['Email do(a) Comprador(a)', 'Email do Comprador', 'E-mail do comprador'],
      name: ['Comprador(a)', 'Nome do(a) Comprador(a)', 'Nome do Comprador'],
      product: ['Nome do Produto', 'Produto', 'Product Name'],
      amount: [
        'Valor de compra com impostos',
        'Valor de compra sem impostos',
        'Faturamento bruto (sem impostos)',
        'Preço Total',
        'Preço da Oferta',
        'Preço do Produto',
      ],
      currency: ['Moeda de compra', 'Moeda'],
      paidAt: ['Confirmação do pagamento', 'Data de Confirmação', 'Data de Venda', 'Data da transação'],
      status: ['Status da transação', 'Status'],
      affiliateCode: ['Código do(a) Afiliado(a)', 'Nome do(a) Afiliado(a)', 'Nome do Afiliado'],
    },
  },
  kiwify: {
    name: 'Kiwify',
    currency: 'BRL',
    dayFirst: true,
    decimal: ',',
    headers: {
      externalId: ['ID da venda', 'Pedido', 'reference'],
      email: ['Email', 'E-mail do cliente', 'customer.email'],
      name: ['Cliente', 'Nome do cliente', 'customer.name'],
      product: ['Produto', 'Nome do produto', 'product.name'],
      amount: ['Valor da venda', 'Preço base do produto', 'Total com acréscimo', 'charge_amount'],
      currency: ['Moeda', 'currency'],
      paidAt: ['Data de Pagamento', 'Data de Aprovação', 'Data de Criação', 'approved_date'],
      status: ['Status', 'status'],
      refundedAt: ['Data de Reembolso', 'refunded_at'],
      affiliateCode: ['Afiliado', 'Nome do afiliado'],
    },
  },
  lemonsqueezy: {
    name: 'Lemon Squeezy',
    currency: 'USD',
    dayFirst: false,
    decimal: '.',
    headers: {
      externalId: ['identifier', 'Order ID', 'order_number', 'Order number'],
      email: ['user_email', 'Customer email'],
      name: ['user_name', 'Customer name'],
      product: ['product_name', 'Product name'],
      amount: ['total', 'Order total'],
      currency: ['currency'],
      paidAt: ['date_utc', 'created_at', 'Date', 'Created at'],
      status: ['status'],
      refundedAt: ['refunded_at', 'refunded'],
      refundAmount: ['refunded_amount'],
      key: ['license_key', 'License key'],
      affiliateCode: ['affiliate_email', 'affiliate'],
    },
  },
  woocommerce: {
    name: 'WooCommerce',
    currency: 'BRL',
    dayFirst: true,
    decimal: '.',
    refundsWholeOrder: true,
    headers: {
      externalId: ['Order Number', 'Order ID', 'Payment Number', 'ID'],
      email: ['Email (Billing)', 'Billing Email', 'billing_email', 'Email'],
      name: ['First Name (Billing)', 'billing_first_name', 'First Name'],
      lastName: ['Last Name (Billing)', 'billing_last_name', 'Last Name'],
      product: ['Item Name', 'Product Name', 'line_item_name', 'Products'],
      amount: ['Item Total', 'Item Cost', 'line_item_total', 'Amount (R$)', 'Amount ($)', 'Amount'],
      currency: ['Order Currency', 'order_currency', 'Currency'],
      paidAt: ['Paid Date', 'Order Date', 'order_date', 'Date'],
      status: ['Order Status', 'status', 'Status'],
      refundAmount: ['Order Refund Amount', 'Refund Amount'],
      key: ['License Key', 'license_key', 'Licenses'],
      affiliateCode: ['Affiliate'],
    },
  },
  own: {
    name: 'Planilha própria',
    currency: 'BRL',
    dayFirst: true,
    decimal: ',',
    headers: {
      ...(Object.fromEntries(OWN_SALE_COLUMNS.map(({ field, header }) => [field, [header]])) as Record<
        SaleField,
        string[]
      >),
      status: ['Situação'],
      currency: ['Moeda'],
    },
  },
  other: { name: 'Outra plataforma', currency: 'BRL', dayFirst: true, decimal: ',', headers: {} },
} as const satisfies Record<string, SourceFacts>;

export type ImportSource = keyof typeof IMPORT_SOURCES;

function isImportSource(text: string): text is ImportSource {
  return Object.hasOwn(IMPORT_SOURCES, text);
}

export function factsOfSource(source: ImportSource): SourceFacts {
  return IMPORT_SOURCES[source];
}

/** The order of the screen; the first four cannot be done without. */
export const IMPORT_FIELDS: Record<ImportField, { label: string; isNeeded: boolean }> = {
  email: { label: 'E-mail', isNeeded: true },
  product: { label: 'Produto', isNeeded: true },
  amount: { label: 'Valor', isNeeded: true },
  paidAt: { label: 'Pago em', isNeeded: true },
  name: { label: 'Nome', isNeeded: false },
  key: { label: 'Chave', isNeeded: false },
  externalId: { label: 'Pedido', isNeeded: false },
  refundedAt: { label: 'Devolvido em', isNeeded: false },
  status: { label: 'Situação', isNeeded: false },
  affiliateCode: { label: 'Afiliado', isNeeded: false },
  currency: { label: 'Moeda', isNeeded: false },
  refundAmount: { label: 'Valor devolvido', isNeeded: false },
  disputed: { label: 'Em disputa', isNeeded: false },
  disputeWon: { label: 'Disputa ganha', isNeeded: false },
  giftee: { label: 'E-mail de quem ganhou', isNeeded: false },
  isKeyEnabled: { label: 'Chave ativa', isNeeded: false },
  isAccessRevoked: { label: 'Acesso retirado', isNeeded: false },
  lastName: { label: 'Sobrenome', isNeeded: false },
  paidTime: { label: 'Hora do pagamento', isNeeded: false },
};

export const FIELD_NAMES = Object.keys(IMPORT_FIELDS) as ImportField[];
export const NEEDED_FIELDS = FIELD_NAMES.filter((field) => IMPORT_FIELDS[field].isNeeded);

/** The place of each field's column in the file, from 0. */
export type ImportColumns = Partial<Record<ImportField, number>>;

/** The platform whose headers the file has most of, and where its fields are. */
export function recognizeHeaders(header: readonly string[]): { source: ImportSource; columns: ImportColumns } {
  const places = new Map(header.map((name, at) => [plainHeader(name), at] as const).toReversed());
  const found = (Object.keys(IMPORT_SOURCES) as ImportSource[]).map((source) => {
    const columns: ImportColumns = {};
    for (const [field, names] of Object.entries(factsOfSource(source).headers) as [ImportField, string[]][]) {
      const place = names.map((name) => places.get(plainHeader(name))).find((at) => at !== undefined);
      if (place !== undefined) columns[field] = place;
    }
    return { source, columns };
  });
  const score = ({ columns }: { columns: ImportColumns }) =>
    Object.keys(columns).length + NEEDED_FIELDS.filter((field) => columns[field] !== undefined).length * 10;
  const best = found.reduce((one, other) => (score(other) > score(one) ? other : one));
  const isKnown = best.columns.email !== undefined && best.columns.product !== undefined;
  return isKnown ? best : { source: 'other', columns: best.columns };
}

export function plainHeader(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9$]/g, '');
}

/** As the owner reads it beside a sale: `Importada · Gumroad`. Their reference begins with the platform. */
export function importedFrom(purchase: { provider: string; providerReference: string }): string | null {
  if (purchase.provider !== IMPORT_PROVIDER) return null;
  const source = purchase.providerReference.slice(0, purchase.providerReference.indexOf(':'));
  return isImportSource(source) ? IMPORT_SOURCES[source].name : IMPORT_SOURCES.other.name;
}

export const NO_RECEIPT_OF_IMPORTED =
  'Esta venda foi paga em outra plataforma, que enviou o recibo. A chave está em Minhas compras.';
export const NO_WITHDRAWAL_OF_IMPORTED = 'Esta compra foi paga em outra plataforma. Peça a devolução por lá.';
export const IMPORTED_SALE = 'Esta venda foi paga em outra plataforma. Devolva por lá e marque aqui.';
