import * as z from 'zod/mini';
import { isMailbox, keyOf, line } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';

export const MAIL_SERVER_PATH = '/api/admin/mail/server';
export const MAIL_SERVER_CHECK_PATH = `${MAIL_SERVER_PATH}/check`;

export const MAIL_SECURITY = {
  tls: 'TLS (porta 465)',
  starttls: 'STARTTLS (porta 587)',
} as const;

type MailPreset = {
  label: string;
  host: string;
  port: number;
  security: keyof typeof MAIL_SECURITY;
  /** What to do there, in two sentences. */
  help: string;
  /** What the SPF record of the sender's domain has to name; null where the service's own panel says it. */
  spf: string | null;
};

/** The addresses are those of the services' own help pages in November 2026. */
export const MAIL_PRESETS = {
  gmail: {
    label: 'Gmail ou Google Workspace',
    host: 'smtp.gmail.com',
    port: 465,
    security: 'tls',
    help: 'Ligue a verificação em duas etapas da conta Google e crie uma senha de app: ela vai no campo Senha. O usuário é o endereço inteiro.',
    spf: 'include:_spf.google.com',
  },
  outlook: {
    label: 'Outlook ou Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
    help: 'No Microsoft 365, o administrador liga o SMTP autenticado para esta caixa. A Microsoft está desligando a senha simples, e contas pessoais do Outlook já não a aceitam: se ela for recusada, use outro serviço.',
    spf: 'include:spf.protection.outlook.com',
  },
  ses: {
    label: 'Amazon SES',
    host: 'email-smtp.sa-east-1.amazonaws.com',
    port: 465,
    security: 'tls',
    help: 'No painel do SES, em SMTP settings, crie as credenciais de SMTP, que não são as da conta da AWS. Fora de São Paulo, troque a região no servidor.',
    spf: 'include:amazonses.com',
  },
  brevo: {
    label: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    security: 'starttls',
    help: 'No painel da Brevo, abra SMTP e API e gere uma chave de SMTP: ela vai no campo Senha. O usuário é o login que aparece ao lado.',
    spf: 'include:spf.brevo.com',
  },
  resend: {
    label: 'Resend',
    host: 'smtp.resend.com',
    port: 465,
    security: 'tls',
    help: 'Verifique o seu domínio no painel da Resend e crie uma API Key: ela vai no campo Senha. O usuário é sempre resend.',
    spf: null,
  },
  zoho: {
    label: 'Zoho Mail',
    host: 'smtppro.zoho.com',
    port: 465,
    security: 'tls',
    help: 'Com a verificação em duas etapas ligada, crie uma senha de aplicativo em Segurança. O usuário é o endereço inteiro; contas gratuitas usam smtp.zoho.com.',
    spf: 'include:zohomail.com',
  },
  locaweb: {
    label: 'Locaweb',
    host: 'email-ssl.com.br',
    port: 465,
    security: 'tls',
    help: 'O usuário é o endereço inteiro da caixa, e a senha é a dela. Quem contratou o SMTP Locaweb usa smtplw.com.br com o usuário de lá.',
    spf: 'include:_spf.locaweb.com.br',
  },
  kinghost: {
    label: 'KingHost',
    host: 'smtp.kinghost.net',
    port: 465,
    security: 'tls',
    help: 'O usuário é o endereço inteiro da caixa, e a senha é a dela. O servidor do seu plano está no painel, nos dados de configuração do e-mail.',
    spf: 'include:_spf.kinghost.net',
  },
} as const satisfies Record<string, MailPreset>;

export type MailPresetName = keyof typeof MAIL_PRESETS;
export const MAIL_PRESET_NAMES = Object.keys(MAIL_PRESETS) as MailPresetName[];

export function presetOfHost(host: string): MailPresetName | undefined {
  return MAIL_PRESET_NAMES.find((name) => MAIL_PRESETS[name].host === host.toLowerCase());
}

const HOST = 'Informe o servidor, como smtp.exemplo.com.br.';
const PORT = 'Informe a porta, um número de 1 a 65535.';
const USER = 'O usuário pode ter até 320 caracteres, em uma linha.';
const PASSWORD = 'A senha pode ter até 1.000 caracteres.';
const SENDER = 'Informe um endereço de e-mail, como loja@exemplo.com.br ou Loja <loja@exemplo.com.br>.';

/** An empty password keeps the stored one, for the same server and user alone. */
export const MailServer = z.object({
  host: line(1, 253, HOST).check(
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i, HOST),
  ),
  port: wholeNumber(1, 65_535, PORT),
  security: keyOf(MAIL_SECURITY, 'Escolha uma das duas opções.'),
  user: line(0, 320, USER),
  password: z.string(PASSWORD).check(z.maxLength(1_000, PASSWORD)),
  from: line(1, 200, SENDER).check(z.refine(isMailbox, SENDER)),
});
export type MailServer = z.output<typeof MailServer>;
export type TypedMailServer = z.input<typeof MailServer>;

/** `unreadable`: stored with a key that this server does not have any more. */
export type MailServerState = {
  source: 'environment' | 'stored' | 'unreadable' | 'none';
  /** It is null unless stored; the password never leaves the server. */
  server: Omit<MailServer, 'password'> | null;
  /** The environment has the sender. */
  isFromLocked: boolean;
  from: string;
};

/** What a mail server and the sender's domain are asked about. The mail leaves when the first three are right. */
export const MAIL_PARTS = {
  connection: 'Conexão',
  login: 'Usuário e senha',
  delivery: 'E-mail de teste',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
} as const;
