import type { BucketAddress } from './backups.ts';

type BucketField = { name: keyof BucketAddress; label: string; placeholder: string; hint?: string };

/** In the order of the forms; the secret comes after them. */
export const BUCKET_FIELDS: readonly BucketField[] = [
  { name: 'endpoint', label: 'Endereço', placeholder: 'https://s3.exemplo.com' },
  { name: 'region', label: 'Região', placeholder: 'sa-east-1' },
  { name: 'bucket', label: 'Balde', placeholder: 'backups-da-loja', hint: 'Um só para backups, sem acesso público.' },
  { name: 'prefix', label: 'Pasta no balde (opcional)', placeholder: 'loja' },
  { name: 'key', label: 'Chave de acesso', placeholder: '' },
];
