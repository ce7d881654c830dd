import type { BucketSettings } from '#src/config.ts';
import { isBucketError, reasonOf } from './bucket-errors.ts';

/** What the owner calls the parts of the bucket's address and its key, as in *Confira …*. */
export type BucketWords = { endpoint: string; region: string; key: string; secret: string };

const OF_ENVIRONMENT: BucketWords = {
  endpoint: 'o endpoint de FILES_URL',
  region: 'outra region em FILES_URL',
  key: 'FILES_KEY',
  secret: 'FILES_SECRET',
};

export const OF_SCREEN: BucketWords = {
  endpoint: 'o endereço',
  region: 'outra região',
  key: 'a chave',
  secret: 'o segredo',
};

/** Tells the owner what a failure of the store means. Rethrows what is not the store's. */
export function sentenceOf(
  error: unknown,
  { endpoint, bucket }: Pick<BucketSettings, 'endpoint' | 'bucket'>,
  words: BucketWords = OF_ENVIRONMENT,
): string {
  if (!isBucketError(error)) throw error;
  const reason = reasonOf(error);
  const known = SENTENCES[reason];
  if (known) return known(words);
  if (reason === 'NoSuchBucket' || reason === '404') return `Não há um balde ${bucket} em ${new URL(endpoint).host}.`;
  if (NETWORK.test(reason))
    return `${new URL(endpoint).host} não respondeu como devia (${reason}). Confira ${words.endpoint}.`;
  return `O armazenamento recusou (${reason}).`;
}

const NETWORK = /^(?:E[A-Z_]+|UND_\w+|timeout|network|CERT_\w+|DEPTH_\w+|SELF_\w+|5\d\d)$/;

const SENTENCES: Record<string, (words: BucketWords) => string> = {
  InvalidAccessKeyId: ({ key }) => `O armazenamento não conhece a chave. Confira ${key}.`,
  SignatureDoesNotMatch: ({ secret }) => `O armazenamento recusou a assinatura. Confira ${secret}.`,
  AuthorizationHeaderMalformed: ({ region }) => `O armazenamento espera ${region}.`,
  AuthorizationQueryParametersError: ({ region }) => `O armazenamento espera ${region}.`,
  PermanentRedirect: ({ endpoint }) => `O balde está em outro endpoint ou em outra region. Confira ${endpoint}.`,
  RequestTimeTooSkewed: () => 'O relógio deste servidor está errado em mais de 15 minutos. Acerte-o com NTP.',
  AccessDenied: () =>
    'A chave não tem permissão para isto. Ela precisa ler, gravar, listar e apagar no balde, e cancelar envios em partes.',
};
