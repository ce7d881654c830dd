import { type BankSettings, inFile, type Settings } from '#src/config.ts';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import type { Clock } from '#src/domain/shop.ts';
import { bankLabel, type ProviderName } from '#src/wire/payments/pix-providers.ts';

/** Throws a sentence for the owner. The bank in use alone is loaded. */
export function openBank(
  settings: Settings,
  clock: Clock,
  openSandbox: () => PixProvider,
  receiverName = () => settings.STORE_NAME,
): Promise<PixProvider> {
  return openAccount({ bank: settings, shop: settings, clock, openSandbox, receiverName });
}

/** The sandbox is always among them, so that its open purchases end. */
export async function openFormerBanks(
  settings: Settings,
  clock: Clock,
  openSandbox: () => PixProvider,
  receiverName = () => settings.STORE_NAME,
): Promise<PixProvider[]> {
  const opening = { shop: settings, clock, openSandbox: neverFormer, receiverName };
  const banks = await Promise.all(settings.formerBanks.map((bank) => openFormerBank(bank, opening)));
  return settings.PAYMENT_PROVIDER === 'sandbox' ? banks : [...banks, openSandbox()];
}

async function openFormerBank(
  bank: Settings['formerBanks'][number],
  opening: Omit<Opening, 'bank'>,
): Promise<PixProvider> {
  try {
    return await openAccount({ bank, ...opening });
  } catch (error) {
    throw inFile(bank.file, error);
  }
}

type Opening = {
  bank: BankSettings;
  shop: Settings;
  clock: Clock;
  openSandbox: () => PixProvider;
  receiverName: () => string;
};

async function openAccount(opening: Opening): Promise<PixProvider> {
  return OPENERS[opening.bank.PAYMENT_PROVIDER](opening);
}

const OPENERS: Record<ProviderName, (opening: Opening) => PixProvider | Promise<PixProvider>> = {
  sandbox: ({ openSandbox }) => openSandbox(),
  mercadopago: async ({ bank, ...opening }) => {
    const { openMercadoPago } = await import('#src/gateways/pix/mercado-pago/mercado-pago.ts');
    return openMercadoPago({
      clock: opening.clock,
      siteUrl: opening.shop.siteUrl,
      accessToken: bank.MERCADOPAGO_ACCESS_TOKEN ?? '',
      webhookSecret: bank.MERCADOPAGO_WEBHOOK_SECRET,
      userId: bank.MERCADOPAGO_USER_ID,
      apiUrl: bank.MERCADOPAGO_API_URL,
    });
  },
  pix: async ({ bank, ...opening }) => {
    const { openApiPix } = await import('#src/gateways/pix/api-pix/api-pix.ts');
    return openApiPix({
      clock: opening.clock,
      siteUrl: opening.shop.siteUrl,
      receiverName: opening.receiverName,
      bank: bank.PIX_BANK,
      bankName: bankLabel(bank.PAYMENT_PROVIDER, bank.PIX_BANK),
      apiUrl: bank.PIX_API_URL,
      oauthUrl: bank.PIX_OAUTH_URL,
      clientId: bank.PIX_CLIENT_ID ?? '',
      clientSecret: bank.PIX_CLIENT_SECRET ?? '',
      pixKey: bank.PIX_KEY ?? '',
      appKey: bank.PIX_APP_KEY,
      webhookSecret: bank.PIX_WEBHOOK_SECRET,
      certificates: {
        certPath: bank.PIX_CERT_PATH,
        keyPath: bank.PIX_KEY_PATH,
        passphrase: bank.PIX_CERT_PASSPHRASE,
        caPath: bank.PIX_CA_PATH,
      },
    });
  },
};

function neverFormer(): never {
  throw new Error('The sandbox bank is in no file of former banks.');
}
