import { BankEnvironment, type BankSettings, inFile, type Settings } from '#src/config.ts';
import type { GivenBank } from '#src/domain/payments/live-banks.ts';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import type { Clock } from '#src/domain/shop.ts';
import type { CertificatePaths, Certificates } from '#src/gateways/pix/api-pix/certificates.ts';
import { fieldsOf } from '#src/wire/payments/bank-fields.ts';
import { bankLabel, type ProviderName } from '#src/wire/payments/pix-providers.ts';
import type { StoredBank } from '#src/wire/payments/typed-bank.ts';

/** What each account of the shop is opened with. */
export type Opening = {
  siteUrl: string;
  clock: Clock;
  openSandbox: () => PixProvider;
  receiverName: () => string;
};

/** The environment's. Throws a sentence for the owner. The bank in use alone is loaded. */
export function openBank(settings: BankSettings, opening: Opening): Promise<PixProvider> {
  return openAccount(settings, pathsOf(settings), opening);
}

/** The environment's, as the screen would have typed it. What every shop has by default is left out. */
export function describeGiven(settings: BankSettings): GivenBank {
  const { PAYMENT_PROVIDER: provider, PIX_BANK: pixBank } = settings;
  const usual = BankEnvironment.parse({});
  const lines = fieldsOf(provider).flatMap(([name, { variable, kind }]) => {
    const value = settings[variable as keyof BankSettings];
    return value && value !== usual[variable as keyof BankSettings] ? [{ name, variable, kind, value }] : [];
  });
  return {
    variables: [
      'PAYMENT_PROVIDER',
      ...(pixBank === usual.PIX_BANK ? [] : ['PIX_BANK']),
      ...lines.map(({ variable }) => variable),
    ],
    async read() {
      const { readCertificateFiles } = await import('#src/gateways/pix/api-pix/certificates.ts');
      const { certificate, key, authority } = readCertificateFiles(pathsOf(settings));
      const files: StoredFiles = { certificate, certificateKey: key, certificateAuthority: authority };
      const fields = lines.map(({ name, kind, value }) => [
        name,
        kind === 'file' ? files[name as keyof StoredFiles]?.toString('base64') : value,
      ]);
      return { provider, pixBank, ...Object.fromEntries(fields) };
    },
  };
}

type StoredFiles = Partial<Record<'certificate' | 'certificateKey' | 'certificateAuthority', Buffer | undefined>>;

/** What was typed on the screen; the sentences have the names of the server's settings. */
export function openStoredBank(bank: StoredBank, opening: Opening): Promise<PixProvider> {
  const values = fieldsOf(bank.provider).flatMap(([name, { variable, kind }]) =>
    kind === 'file' || !bank[name] ? [] : [[variable, bank[name]]],
  );
  const settings = BankEnvironment.parse({
    ...Object.fromEntries(values),
    PAYMENT_PROVIDER: bank.provider,
    PIX_BANK: bank.pixBank,
  });
  return openAccount(settings, certificatesOf(bank), opening);
}

export function openFormerBanks({ formerBanks }: Pick<Settings, 'formerBanks'>, opening: Opening) {
  return Promise.all(
    formerBanks.map(async (bank) => {
      try {
        return await openBank(bank, opening);
      } catch (error) {
        throw inFile(bank.file, error);
      }
    }),
  );
}

export function certificatesOf(bank: StoredBank): Certificates {
  const file = (base64: string | undefined) => (base64 ? Buffer.from(base64, 'base64') : undefined);
  return {
    certificate: file(bank.certificate),
    key: file(bank.certificateKey),
    authority: file(bank.certificateAuthority),
    passphrase: bank.certificatePassphrase,
  };
}

function pathsOf(bank: BankSettings): CertificatePaths {
  return {
    certPath: bank.PIX_CERT_PATH,
    keyPath: bank.PIX_KEY_PATH,
    passphrase: bank.PIX_CERT_PASSPHRASE,
    caPath: bank.PIX_CA_PATH,
  };
}

type Account = { bank: BankSettings; files: CertificatePaths | Certificates; opening: Opening };

async function openAccount(bank: BankSettings, files: Account['files'], opening: Opening): Promise<PixProvider> {
  return OPENERS[bank.PAYMENT_PROVIDER]({ bank, files, opening });
}

const OPENERS: Record<ProviderName, (account: Account) => PixProvider | Promise<PixProvider>> = {
  sandbox: ({ opening }) => opening.openSandbox(),
  mercadopago: async ({ bank, opening: { clock, siteUrl } }) => {
    const { openMercadoPago } = await import('#src/gateways/pix/mercado-pago/mercado-pago.ts');
    return openMercadoPago({
      clock,
      siteUrl,
      accessToken: bank.MERCADOPAGO_ACCESS_TOKEN ?? '',
      webhookSecret: bank.MERCADOPAGO_WEBHOOK_SECRET,
      userId: bank.MERCADOPAGO_USER_ID,
      apiUrl: bank.MERCADOPAGO_API_URL,
    });
  },
  pix: async ({ bank, files, opening: { clock, siteUrl, receiverName } }) => {
    const { openApiPix } = await import('#src/gateways/pix/api-pix/api-pix.ts');
    const { readCertificateFiles } = await import('#src/gateways/pix/api-pix/certificates.ts');
    return openApiPix({
      clock,
      siteUrl,
      receiverName,
      bank: bank.PIX_BANK,
      bankName: bankLabel(bank.PAYMENT_PROVIDER, bank.PIX_BANK),
      apiUrl: bank.PIX_API_URL,
      oauthUrl: bank.PIX_OAUTH_URL,
      clientId: bank.PIX_CLIENT_ID ?? '',
      clientSecret: bank.PIX_CLIENT_SECRET ?? '',
      pixKey: bank.PIX_KEY ?? '',
      appKey: bank.PIX_APP_KEY,
      webhookSecret: bank.PIX_WEBHOOK_SECRET,
      certificates: isRead(files) ? files : readCertificateFiles(files),
    });
  },
};

function isRead(files: Account['files']): files is Certificates {
  return !('certPath' in files);
}
