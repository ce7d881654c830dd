type ProviderRow = {
  label: string;
  inspectedParts: number;
  /** The owner enters the webhook address there; null where `npm run pix:webhook` registers it. */
  webhookPanel: string | null;
};

export const PIX_PROVIDERS = {
  sandbox: { label: 'Banco de teste', inspectedParts: 0, webhookPanel: null },
  mercadopago: {
    label: 'Mercado Pago',
    inspectedParts: 4,
    webhookPanel: 'Suas integrações > Webhooks, no Mercado Pago, com o evento Order (Mercado Pago)',
  },
  pix: {
    label: 'API Pix',
    inspectedParts: 5,
    webhookPanel: null,
  },
} as const satisfies Record<string, ProviderRow>;

/** A purchase that was paid on another platform has it in place of a bank, and no bank answers for it. */
export const IMPORT_PROVIDER = 'import';

export type ProviderName = keyof typeof PIX_PROVIDERS;
export const PROVIDER_NAMES = Object.keys(PIX_PROVIDERS) as ProviderName[];
export const REAL_PROVIDER_NAMES = PROVIDER_NAMES.filter((name) => name !== 'sandbox');

/** `outro` follows the Banco Central's document alone. */
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

export function bankLabel(provider: ProviderName, pixBank: PixBank): string {
  const { label } = PIX_PROVIDERS[provider];
  const bank = provider === 'pix' ? PIX_BANKS[pixBank] : null;
  return bank ? `${bank}, pela ${label}` : label;
}

/** Old purchases may name a provider that no longer exists. */
export function providerLabel(name: string): string {
  return PROVIDER_NAMES.includes(name as ProviderName) ? PIX_PROVIDERS[name as ProviderName].label : name;
}

export function webhookAddress(siteUrl: string, provider: ProviderName, secret?: string): string {
  const address = `${siteUrl}/api/webhooks/${provider}`;
  return secret === undefined ? address : `${address}/${secret}`;
}
