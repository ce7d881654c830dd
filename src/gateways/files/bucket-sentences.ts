import type { BucketSettings } from '#src/config.ts';
import { isBucketError, reasonOf } from './bucket-errors.ts';

/** Tells the owner what a failure of the store means. Rethrows what is not the store's. */
export function sentenceOf(error: unknown, { endpoint, bucket }: BucketSettings): string {
  if (!isBucketError(error)) throw error;
  const reason = reasonOf(error);
  const known = SENTENCES[reason];
  if (known) return known;
  if (reason === 'NoSuchBucket' || reason === '404') return `Não há um balde ${bucket} em ${new URL(endpoint).host}.`;
  if (NETWORK.test(reason))
    return `${new URL(endpoint).host} não respondeu como devia (${reason}). Confira o endpoint de FILES_URL.`;
  return `O armazenamento recusou (${reason}).`;
}

const NETWORK = /^(?:E[A-Z_]+|UND_\w+|timeout|network|CERT_\w+|DEPTH_\w+|SELF_\w+|5\d\d)$/;

const SENTENCES: Record<string, string> = {
  InvalidAccessKeyId: 'O armazenamento não conhece a chave. Confira FILES_KEY.',
  SignatureDoesNotMatch: 'O armazenamento recusou a assinatura. Confira FILES_SECRET.',
  AuthorizationHeaderMalformed: 'O armazenamento espera outra region em FILES_URL.',
  AuthorizationQueryParametersError: 'O armazenamento espera outra region em FILES_URL.',
  PermanentRedirect: 'O balde está em outro endpoint ou em outra region. Confira FILES_URL.',
  RequestTimeTooSkewed: 'O relógio deste servidor está errado em mais de 15 minutos. Acerte-o com NTP.',
  AccessDenied:
    'A chave não tem permissão para isto. Ela precisa ler, gravar, listar e apagar no balde, e cancelar envios em partes.',
};
