/** What a check of a bucket tries, one after the other. */
export const BUCKET_PARTS = {
  access: 'Endereço, chave e segredo',
  clock: 'Relógio',
  writing: 'Gravar',
  listing: 'Listar',
  reading: 'Ler um pedaço',
  link: 'Link temporário',
  multipart: 'Arquivos grandes',
  strangers: 'Acesso de estranhos',
  deleting: 'Apagar',
  lifecycle: 'Envios interrompidos',
} as const;
export type BucketPart = keyof typeof BUCKET_PARTS;

export const BACKUP_BUCKET_PARTS = (Object.keys(BUCKET_PARTS) as BucketPart[]).filter((part) => part !== 'link');
