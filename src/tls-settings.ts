import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { errorCode } from './wire/basics/error-code.ts';
import { settingsError } from './wire/basics/settings-error.ts';

/** Where the shop listens for https itself, and who certifies its domain. */
export type TlsSettings = {
  /** Every address of the machine where it is undefined. */
  host: string | undefined;
  httpsPort: number;
  httpPort: number;
  directory: string;
  /** A first order is tried there; it is null where the authority has none. */
  staging: string | null;
  /** Certificates in PEM that connections to the authority trust, too. */
  extraCa: string | null;
  /** An account that the authority gave out itself, which a new one is bound to. */
  binding: AccountBinding | null;
};

/** The key is an HMAC's, in base64url. */
type AccountBinding = { kid: string; hmacKey: string };

const LETS_ENCRYPT = {
  directory: 'https://acme-v02.api.letsencrypt.org/directory',
  staging: 'https://acme-staging-v02.api.letsencrypt.org/directory',
};

const LISTEN = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5}),(\d{1,5})$/i;
const LISTEN_SENTENCE = 'LISTEN_TLS deve ser off, ou as portas de https e de http, como 443,80 ou 203.0.113.9:443,80.';

export const TLS_SETTINGS = {
  DOMAIN: z
    .string()
    .toLowerCase()
    .max(253, domainSentence())
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, domainSentence())
    .optional(),
  LISTEN_TLS: z
    .string()
    .refine((text) => text === 'off' || readPorts(text) !== null, LISTEN_SENTENCE)
    .default('443,80'),
  ACME_DIRECTORY: acmeAddress('ACME_DIRECTORY').default(LETS_ENCRYPT.directory),
  ACME_STAGING: z.union([z.literal('off'), acmeAddress('ACME_STAGING')]).optional(),
  ACME_CA_FILE: z.string().optional(),
  ACME_EAB_KEY_ID: z.string().max(300, 'ACME_EAB_KEY_ID é longo demais.').optional(),
  ACME_EAB_KEY: z
    .string()
    .regex(/^[\w-]{22,}={0,2}$/, 'ACME_EAB_KEY deve ser a chave HMAC em base64url, como a autoridade a mostra.')
    .optional(),
};

type TlsEnvironment = {
  TRUST_PROXY: number;
  PORT: number;
  DOMAIN?: string | undefined;
  LISTEN_TLS: string;
  ACME_DIRECTORY: string;
  ACME_STAGING?: string | undefined;
  ACME_CA_FILE?: string | undefined;
  ACME_EAB_KEY_ID?: string | undefined;
  ACME_EAB_KEY?: string | undefined;
};

/** Returns null where a proxy has the certificate; `given` has what the environment says itself. */
export function readTls(settings: TlsEnvironment, given: Record<string, string>): TlsSettings | null {
  const { TRUST_PROXY, PORT, DOMAIN, LISTEN_TLS, ACME_DIRECTORY: directory, ACME_STAGING, ACME_CA_FILE } = settings;
  const ports = readPorts(LISTEN_TLS);
  if (TRUST_PROXY > 0 || !ports) return null;
  if (ports.httpsPort === PORT || ports.httpPort === PORT) {
    // Who has the shop itself at port 80 asked for nothing else.
    if (given['LISTEN_TLS'] === undefined && DOMAIN === undefined) return null;
    throw settingsError('LISTEN_TLS deve ter outras portas que PORT.');
  }
  const usualStaging = directory === LETS_ENCRYPT.directory ? LETS_ENCRYPT.staging : null;
  return {
    ...ports,
    host: ports.host ?? given['HOST'],
    directory,
    staging: ACME_STAGING === 'off' ? null : (ACME_STAGING ?? usualStaging),
    extraCa: ACME_CA_FILE === undefined ? null : readCa(ACME_CA_FILE),
    binding: readBinding(settings),
  };
}

function readPorts(text: string): Pick<TlsSettings, 'host' | 'httpsPort' | 'httpPort'> | null {
  const [, host, https, http] = LISTEN.exec(text) ?? [];
  const [httpsPort, httpPort] = [Number(https), Number(http)];
  const arePorts = [httpsPort, httpPort].every((port) => port >= 1 && port <= 65_535);
  if (!arePorts || httpsPort === httpPort) return null;
  return { host: host?.replace(/^\[|\]$/g, ''), httpsPort, httpPort };
}

function readBinding({ ACME_EAB_KEY_ID: kid, ACME_EAB_KEY: key }: TlsEnvironment): AccountBinding | null {
  if (kid === undefined && key === undefined) return null;
  if (kid !== undefined && key !== undefined) return { kid, hmacKey: key.replace(/=+$/, '') };
  throw settingsError(
    `${kid ? 'ACME_EAB_KEY_ID precisa também de ACME_EAB_KEY' : 'ACME_EAB_KEY precisa também de ACME_EAB_KEY_ID'}.`,
  );
}

function readCa(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('BEGIN CERTIFICATE')) return text;
  } catch (error) {
    throw settingsError(`ACME_CA_FILE: o arquivo ${file} não pode ser lido (${errorCode(error, 'erro')}).`, error);
  }
  throw settingsError(`ACME_CA_FILE: o arquivo ${file} não tem um certificado em PEM.`);
}

function acmeAddress(name: string) {
  return z.url({ protocol: /^https$/, error: `${name} deve ser o endereço https do diretório ACME.` });
}

function domainSentence(): string {
  return 'DOMAIN deve ser só o nome do domínio, como loja.exemplo.com.br.';
}
