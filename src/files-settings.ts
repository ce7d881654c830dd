import * as z from 'zod';
import { secret } from './bank-settings.ts';
import { settingsError } from './wire/basics/settings-error.ts';

/** An S3-compatible bucket, addressed by path: `endpoint/bucket/prefix…`. */
export type BucketSettings = {
  /** It has no trailing slash. */
  endpoint: string;
  region: string;
  bucket: string;
  /** It is empty, or ends with a slash. */
  prefix: string;
  key: string;
  secret: string;
  /** Buyers get a short-lived link to the bucket instead of the file itself. */
  isLinked: boolean;
};

export const FILES_SETTINGS = {
  FILES_URL: bucketAddress('FILES_URL').optional(),
  FILES_KEY: secret('FILES_KEY').optional(),
  FILES_SECRET: secret('FILES_SECRET').optional(),
  FILES_DELIVERY: z.enum(['proxy', 'redirect'], 'FILES_DELIVERY deve ser proxy ou redirect.').default('proxy'),
};

/** Where a restore finds the continuous copy; the store itself has its place from the screen. */
export const COPY_SETTINGS = {
  COPY_URL: bucketAddress('COPY_URL').optional(),
  COPY_KEY: secret('COPY_KEY').optional(),
  COPY_SECRET: secret('COPY_SECRET').optional(),
};

type CopyEnvironment = {
  COPY_URL?: string | undefined;
  COPY_KEY?: string | undefined;
  COPY_SECRET?: string | undefined;
};

/** Null where a folder has it. */
export function readCopyBucket({ COPY_URL, COPY_KEY, COPY_SECRET }: CopyEnvironment): BucketSettings | null {
  const address = COPY_URL === undefined ? null : readAddress(COPY_URL);
  if (!address) return null;
  if (COPY_KEY === undefined || COPY_SECRET === undefined) {
    throw settingsError('COPY_URL precisa também de COPY_KEY e COPY_SECRET.');
  }
  return { ...address, key: COPY_KEY, secret: COPY_SECRET, isLinked: false };
}

type FilesEnvironment = {
  FILES_URL?: string | undefined;
  FILES_KEY?: string | undefined;
  FILES_SECRET?: string | undefined;
  FILES_DELIVERY: 'proxy' | 'redirect';
};

/** Returns null where files are kept in `UPLOADS_DIR`; throws when the settings are incomplete. */
export function readBucket({ FILES_URL, FILES_KEY, FILES_SECRET, FILES_DELIVERY }: FilesEnvironment) {
  const address = FILES_URL === undefined ? null : readAddress(FILES_URL);
  if (!address) {
    expectNoBucket({ FILES_KEY, FILES_SECRET, FILES_DELIVERY });
    return null;
  }
  if (FILES_KEY === undefined || FILES_SECRET === undefined) {
    const missing = Object.entries({ FILES_KEY, FILES_SECRET }).flatMap(([name, value]) => (value ? [] : [name]));
    throw settingsError(`FILES_URL precisa também de ${missing.join(', ')}.`);
  }
  const bucket: BucketSettings = {
    ...address,
    key: FILES_KEY,
    secret: FILES_SECRET,
    isLinked: FILES_DELIVERY === 'redirect',
  };
  return bucket;
}

/** A forgotten `FILES_URL` would open the shop on an empty folder. */
function expectNoBucket({ FILES_KEY, FILES_SECRET, FILES_DELIVERY }: Omit<FilesEnvironment, 'FILES_URL'>): void {
  const orphans = [
    ...(FILES_KEY === undefined ? [] : ['FILES_KEY']),
    ...(FILES_SECRET === undefined ? [] : ['FILES_SECRET']),
    ...(FILES_DELIVERY === 'redirect' ? ['FILES_DELIVERY=redirect'] : []),
  ];
  if (orphans.length > 0) throw settingsError(`FILES_URL falta: ${orphans.join(', ')} só vale com ela.`);
}

type BucketAddress = Pick<BucketSettings, 'endpoint' | 'region' | 'bucket' | 'prefix'>;

function readAddress(text: string): BucketAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return null;
  const { endpoint = '', region = '', ...unknown } = Object.fromEntries(url.searchParams);
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const isWhole =
    Object.keys(unknown).length === 0 &&
    BUCKET.test(url.hostname) &&
    PREFIX.test(prefix) &&
    REGION.test(region) &&
    isEndpoint(endpoint);
  if (!isWhole) return null;
  return { endpoint: endpoint.replace(/\/+$/, ''), region, bucket: url.hostname, prefix: prefix && `${prefix}/` };
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/;
const REGION = /^[a-z0-9-]{1,40}$/;

function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** Files that are sold, and pictures that visitors see, must not be read or changed on the way. */
function isSafe(endpoint: string | undefined): boolean {
  return (
    endpoint === undefined || /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?:[:/]|$))/.test(endpoint)
  );
}

function bucketAddress(name: string) {
  return z
    .string()
    .refine((text) => readAddress(text) !== null, addressSentence(name))
    .refine((text) => isSafe(readAddress(text)?.endpoint), unsafeSentence(name));
}

function addressSentence(name: string): string {
  return `${name} deve ter balde, endpoint e region, como s3://balde/pasta?endpoint=https://s3.exemplo.com&region=sa-east-1.`;
}

function unsafeSentence(name: string): string {
  return `${name}: o endpoint deve ser https, para que ninguém leia nem troque os arquivos no caminho. Só em 127.0.0.1, localhost ou [::1] ele pode ser http.`;
}
