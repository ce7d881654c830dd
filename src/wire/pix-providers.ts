type ProviderRow = {
  /** What the owner calls it. */
  label: string;
  /** The settings that it cannot be opened without. */
  requiredSettings: readonly string[];
  /** How many parts of its setup are inspected. */
  inspectedParts: number;
  /** Where the owner enters the address of the webhooks; null where `npm run pix:webhook` tells the bank. */
  webhookPanel: string | null;
};

/** Every provider of PIX, once. How each is opened stands in `src/server/open-bank.ts`. */
export const PIX_PROVIDERS = {
  sandbox: { label: 'Banco de teste', requiredSettings: [], inspectedParts: 0, webhookPanel: null },
  mercadopago: {
    label: 'Mercado Pago',
    requiredSettings: ['MERCADOPAGO_ACCESS_TOKEN'],
    inspectedParts: 4,
    webhookPanel: 'Suas integrações > Webhooks, no Mercado Pago, com o evento Order (Mercado Pago)',
  },
  pix: {
    label: 'API Pix',
    requiredSettings: ['PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY'],
    inspectedParts: 5,
    webhookPanel: null,
  },
} as const satisfies Record<string, ProviderRow>;

export type ProviderName = keyof typeof PIX_PROVIDERS;
export const PROVIDER_NAMES = Object.keys(PIX_PROVIDERS) as ProviderName[];
export const REAL_PROVIDER_NAMES = PROVIDER_NAMES.filter((name) => name !== 'sandbox');

/** The banks whose profile behind the API Pix is known, and their names; `outro` goes by the Banco Central's document alone. */
export const PIX_BANKS = {
  efi: 'Efí',
  bb: 'Banco do Brasil',
  itau: 'Itaú',
  sicredi: 'Sicredi',
  inter: 'Inter',
  bradesco: 'Bradesco',
  outro: null,
} as const satisfies Record<string, string | null>;

export type PixBank = keyof typeof PIX_BANKS;
export const PIX_BANK_NAMES = Object.keys(PIX_BANKS) as PixBank[];

/** What the owner calls the bank of the settings. */
export function bankLabel(provider: ProviderName, pixBank: PixBank): string {
  const { label } = PIX_PROVIDERS[provider];
  const bank = provider === 'pix' ? PIX_BANKS[pixBank] : null;
  return bank ? `${bank}, pela ${label}` : label;
}

/** What the owner calls a provider that stands in the books, also one that the code knows no longer. */
export function providerLabel(name: string): string {
  return PROVIDER_NAMES.includes(name as ProviderName) ? PIX_PROVIDERS[name as ProviderName].label : name;
}

/** Where a provider sends its webhooks. */
export function webhookAddress(siteUrl: string, provider: ProviderName, secret?: string): string {
  const address = `${siteUrl}/api/webhooks/${provider}`;
  return secret === undefined ? address : `${address}/${secret}`;
}
