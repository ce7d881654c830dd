import * as z from 'zod';
import { settingsError } from './wire/basics/settings-error.ts';

/** Where the store tells its figures, and to whom. */
export type MetricsSettings = {
  /** It is null on a port that this machine alone reaches. */
  token: string | null;
  /** It is null where `/metrics` is an address of the shop. */
  listen: { host: string; port: number } | null;
};

export const METRICS_SETTINGS = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{24,}$/, 'METRICS_TOKEN deve ter ao menos 24 letras, como as de openssl rand -hex 24.')
    .optional(),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, portSentence())
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, portSentence())
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
};

type MetricsEnvironment = {
  PORT: number;
  METRICS_TOKEN?: string | undefined;
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
};

/** Returns null where no metrics are kept; throws where strangers could read them. */
export function readMetrics(settings: MetricsEnvironment): MetricsSettings | null {
  const { PORT, METRICS_TOKEN: token = null, METRICS_PORT: port, METRICS_HOST: host } = settings;
  if (port === undefined) return token === null ? null : { token, listen: null };
  if (port === PORT) throw settingsError('METRICS_PORT deve ser outra porta que PORT.');
  if (token === null && !LOOPBACK.test(host)) throw settingsError(open(host));
  return { token, listen: { host, port } };
}

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

function open(host: string): string {
  return `METRICS_HOST=${host} é alcançado por outras máquinas, e precisa também de METRICS_TOKEN. Sorteie um com openssl rand -hex 24.`;
}

function portSentence(): string {
  return 'METRICS_PORT deve ser um número inteiro de 1 a 65535.';
}
