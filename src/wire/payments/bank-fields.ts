import type { PixBank, ProviderName } from './pix-providers.ts';

export type BankField = {
  /** The server's setting of the same thing; that of a file holds its path. */
  variable: string;
  label: string;
  kind: 'secret' | 'text' | 'address' | 'file';
  hint?: string;
  /** What a value must be, and the words for it after the name of the field. */
  pattern?: RegExp;
  rule?: string;
  isRequired?: true;
  /** These banks alone ask for it, and cannot do without. */
  onlyFor?: readonly PixBank[];
  /** Few need it, so that it is folded. */
  isAdvanced?: true;
};

const SECRET = {
  kind: 'secret',
  pattern: /^[\x21-\x7e]{1,1024}$/,
  rule: 'não pode ter espaços nem quebras de linha.',
} as const;

const ADDRESS = { kind: 'address', rule: 'deve ser um endereço https.' } as const;

/** All that a bank is asked for, on the screen and on the server. */
export const BANK_FIELDS = {
  mercadopago: {
    accessToken: {
      ...SECRET,
      variable: 'MERCADOPAGO_ACCESS_TOKEN',
      label: 'Access Token',
      hint: 'Em mercadopago.com.br/developers, abra Suas integrações, o seu aplicativo e Credenciais de produção. Começa com APP_USR-.',
      isRequired: true,
    },
    webhookSecret: {
      ...SECRET,
      variable: 'MERCADOPAGO_WEBHOOK_SECRET',
      label: 'Assinatura secreta',
      hint: 'Em Suas integrações, Webhooks, depois de salvar lá o endereço dos avisos. Sem ela a loja descobre os pagamentos perguntando, com atraso.',
    },
    userId: {
      variable: 'MERCADOPAGO_USER_ID',
      label: 'Número da conta',
      kind: 'text',
      hint: 'Só se o Access Token não terminar com ele.',
      pattern: /^\d{1,20}$/,
      rule: 'deve ter só os números da conta.',
      isAdvanced: true,
    },
    apiUrl: {
      ...ADDRESS,
      variable: 'MERCADOPAGO_API_URL',
      label: 'Endereço da API (homologação)',
      hint: 'Deixe em branco para receber de verdade.',
      isAdvanced: true,
    },
  },
  pix: {
    pixKey: {
      variable: 'PIX_KEY',
      label: 'Chave Pix',
      kind: 'text',
      hint: 'A chave que recebe, cadastrada neste banco.',
      pattern: /^.{1,77}$/s,
      rule: 'deve ter até 77 caracteres.',
      isRequired: true,
    },
    clientId: { ...SECRET, variable: 'PIX_CLIENT_ID', label: 'Client ID', isRequired: true },
    clientSecret: { ...SECRET, variable: 'PIX_CLIENT_SECRET', label: 'Client Secret', isRequired: true },
    appKey: {
      ...SECRET,
      variable: 'PIX_APP_KEY',
      label: 'Chave de aplicação',
      hint: 'No portal de desenvolvedores do banco, a developer_application_key.',
      onlyFor: ['bb'],
    },
    certificate: {
      variable: 'PIX_CERT_PATH',
      label: 'Certificado',
      kind: 'file',
      hint: 'O arquivo .p12, .pfx, .pem ou .crt que o banco deu.',
    },
    certificateKey: {
      variable: 'PIX_KEY_PATH',
      label: 'Chave do certificado',
      kind: 'file',
      hint: 'O arquivo .key, quando o certificado não é .p12 nem .pfx.',
    },
    certificatePassphrase: {
      variable: 'PIX_CERT_PASSPHRASE',
      label: 'Senha do certificado',
      kind: 'secret',
      hint: 'Em branco, se o certificado não tem senha.',
    },
    webhookSecret: {
      variable: 'PIX_WEBHOOK_SECRET',
      label: 'Segredo do endereço dos avisos',
      kind: 'secret',
      hint: 'Em branco, a loja sorteia um.',
      pattern: /^[A-Za-z0-9_-]{8,128}$/,
      rule: 'deve ter de 8 a 128 letras, números, - ou _.',
      isAdvanced: true,
    },
    certificateAuthority: {
      variable: 'PIX_CA_PATH',
      label: 'Certificado da autoridade do banco',
      kind: 'file',
      hint: 'Só se o banco assina os próprios certificados, como alguns em homologação.',
      isAdvanced: true,
    },
    apiUrl: {
      ...ADDRESS,
      variable: 'PIX_API_URL',
      label: 'Endereço da API (homologação)',
      hint: 'O de produção dos bancos conhecidos já vem com a loja.',
      onlyFor: ['outro'],
      isAdvanced: true,
    },
    oauthUrl: {
      ...ADDRESS,
      variable: 'PIX_OAUTH_URL',
      label: 'Endereço do token',
      hint: 'Em branco, é /oauth/token no endereço da API.',
      isAdvanced: true,
    },
  },
  sandbox: {},
} as const satisfies Record<ProviderName, Record<string, BankField>>;

export type BankFieldName = keyof typeof BANK_FIELDS.mercadopago | keyof typeof BANK_FIELDS.pix;

export function fieldsOf(provider: ProviderName): [BankFieldName, BankField][] {
  return Object.entries(BANK_FIELDS[provider]) as [BankFieldName, BankField][];
}

/** `advanced` addresses are asked of every bank, and wanted by those that the shop does not know. */
export function isAskedOf(field: BankField, pixBank: PixBank): boolean {
  return !field.onlyFor || field.isAdvanced === true || field.onlyFor.includes(pixBank);
}

export function isWanted(field: BankField, pixBank: PixBank): boolean {
  return field.isRequired === true || field.onlyFor?.includes(pixBank) === true;
}

/** Returns undefined for what is right. */
export function problemOf({ kind, pattern, rule }: BankField, value: string): string | undefined {
  const isRight = kind === 'address' ? isBankAddress(value) : (pattern?.test(value) ?? true);
  return isRight ? undefined : rule;
}

/** Https or localhost, for tests and simulators. */
function isBankAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(url.hostname));
}

/** Says with the words of the screen what a sentence says with those of the server. */
export function inWordsOfTheScreen(provider: ProviderName, sentence: string): string {
  return fieldsOf(provider).reduce((text, [, { variable, label }]) => text.replaceAll(variable, label), sentence);
}
