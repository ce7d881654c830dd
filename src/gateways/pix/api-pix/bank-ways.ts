/**
 * What the banks do their own way behind the Banco Central's API Pix. A table and nothing else: the code asks it, and knows
 * no bank by name. The addresses can be overruled by the settings.
 */
export type BankWays = {
  apiUrl: string | null;
  /** The whole address that hands out tokens; null is `/oauth/token` at the host of the API. */
  tokenUrl: string | null;
  /** How the client says who it is: by HTTP Basic, or in the form. */
  credentials: 'basic' | 'form';
  scope: string | null;
  /** The name of the query parameter that carries the application's key on every call. */
  appKeyParameter: string | null;
  /** Headers of the call that registers the webhook's address. */
  webhookHeaders: Record<string, string>;
  /** A number of the call's own in this header. */
  correlationHeader: string | null;
  /** The longest period, in days, for which received payments are listed at once. */
  longestListDays: number;
};

const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';

const PLAIN: BankWays = {
  apiUrl: null,
  tokenUrl: null,
  credentials: 'basic',
  scope: SCOPE,
  appKeyParameter: null,
  webhookHeaders: {},
  correlationHeader: null,
  longestListDays: 5,
};

export const BANK_WAYS = {
  efi: {
    ...PLAIN,
    apiUrl: 'https://pix.api.efipay.com.br/v2',
    tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
    scope: null,
    // Efí calls with its certificate or with the secret address alone; this asks for the second.
    webhookHeaders: { 'x-skip-mtls-checking': 'true' },
  },
  bb: {
    ...PLAIN,
    apiUrl: 'https://api.bb.com.br/pix/v2',
    tokenUrl: 'https://oauth.bb.com.br/oauth/token',
    appKeyParameter: 'gw-dev-app-key',
  },
  itau: {
    ...PLAIN,
    apiUrl: 'https://secure.api.itau/pix_recebimentos/v2',
    tokenUrl: 'https://sts.itau.com.br/as/token.oauth2',
    credentials: 'form',
    scope: null,
    correlationHeader: 'x-correlationID',
  },
  sicredi: {
    ...PLAIN,
    apiUrl: 'https://api-pix.sicredi.com.br/api/v2',
    tokenUrl: 'https://api-pix.sicredi.com.br/oauth/token',
  },
  inter: {
    ...PLAIN,
    apiUrl: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    credentials: 'form',
  },
  bradesco: {
    ...PLAIN,
    apiUrl: 'https://qrpix.bradesco.com.br/v2',
    tokenUrl: 'https://qrpix.bradesco.com.br/oauth/token',
    scope: null,
  },
  outro: PLAIN,
} as const satisfies Record<string, BankWays>;
