import type { PixBank } from '#src/wire/payments/pix-providers.ts';

export type BankProfile = {
  apiUrl: string | null;
  tokenUrl: string | null;
  credentials: 'basic' | 'form';
  scope: string | null;
  appKeyParameter: string | null;
  webhookHeaders: Record<string, string>;
  correlationHeader: string | null;
  longestListDays: number;
};

const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';

const PLAIN: BankProfile = {
  apiUrl: null,
  tokenUrl: null,
  credentials: 'basic',
  scope: SCOPE,
  appKeyParameter: null,
  webhookHeaders: {},
  correlationHeader: null,
  longestListDays: 5,
};

export const BANK_PROFILES: Record<PixBank, BankProfile> = {
  efi: {
    ...PLAIN,
    apiUrl: 'https://pix.api.efipay.com.br/v2',
    tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
    scope: null,
    // Efí authenticates webhooks by certificate or by secret address; this asks for the second.
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
};
