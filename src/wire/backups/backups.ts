import * as z from 'zod/mini';
import { keyOf, line } from '../basics/text.ts';

export const BACKUPS_PATH = '/api/admin/backups';
export const BACKUP_SETTINGS_PATH = `${BACKUPS_PATH}/settings`;
export const BACKUP_CHECK_PATH = `${BACKUPS_PATH}/check`;
export const OUTSIDE_BACKUP_PATH = `${BACKUPS_PATH}/external`;
export const OUTSIDE_TOKEN_PATH = `${OUTSIDE_BACKUP_PATH}/token`;

/** The owner has read that no verified backup is left. */
export const MAY_BE_LAST = 'last';
export const LAST_BACKUP = 'last_backup';

/** How many of the shop's own stay besides those of the last day: the newest of each day, week and month that has one. */
export const KEPT = { days: 7, weeks: 4, months: 6 } as const;

/** The usual of `COPY_SECONDS`: with the way to the bucket a lost machine loses at most ten seconds. */
export const COPY_SECONDS = 8;

export const BACKUP_PLACES = {
  folder: 'Numa pasta deste servidor',
  bucket: 'Num balde S3',
  both: 'Nos dois',
} as const;
export type BackupPlace = keyof typeof BACKUP_PLACES;

const ENDPOINT = 'Informe o endereço https do armazenamento, como https://s3.exemplo.com.';

/** Plain http would show the backup on the way; this machine alone is spared. */
function isSafeEndpoint(typed: string): boolean {
  if (!URL.canParse(typed)) return false;
  const { protocol, hostname, search, username, hash } = new URL(typed);
  if (search || username || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}

const REGION = 'Informe a região, como sa-east-1 ou auto.';
const BUCKET = 'Informe o nome do balde, em letras minúsculas.';
const PREFIX = 'Use letras, números e hífens na pasta do balde, como loja/backups.';
const KEY = 'Informe a chave de acesso do balde.';
const SECRET = 'Informe o segredo da chave.';

const bucketFields = {
  endpoint: line(1, 300, ENDPOINT).check(z.refine(isSafeEndpoint, ENDPOINT)),
  region: line(1, 40, REGION).check(z.regex(/^[a-z0-9-]+$/, REGION)),
  bucket: line(3, 63, BUCKET).check(z.regex(/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/, BUCKET)),
  prefix: line(0, 200, PREFIX).check(z.regex(/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/, PREFIX)),
  key: line(1, 200, KEY),
};

/** Null keeps the one that is stored. */
const newSecret = z.nullable(line(1, 300, SECRET));

export const CheckBackupBucket = z.object({ ...bucketFields, secret: newSecret });
export type CheckBackupBucket = z.output<typeof CheckBackupBucket>;
/** The address of a bucket without its secret. */
export type BucketAddress = Omit<CheckBackupBucket, 'secret'>;

const FOLDER = 'Informe a pasta, em uma linha.';
const PASSPHRASE = 'A senha deve ter de 12 a 200 caracteres, em uma linha.';

export const SaveBackupSettings = z.object({
  isOn: z.boolean(),
  place: keyOf(BACKUP_PLACES, 'Escolha um dos lugares.'),
  folder: line(0, 300, FOLDER),
  hasKeyFile: z.boolean(),
  isEncrypted: z.boolean(),
  isContinuous: z.boolean(),
  /** Null keeps the one that is stored. */
  passphrase: z.nullable(line(12, 200, PASSPHRASE)),
  /** Null where no bucket has them. */
  bucket: z.nullable(CheckBackupBucket),
});
export type SaveBackupSettings = z.output<typeof SaveBackupSettings>;

export type BackupSettings = {
  isOn: boolean;
  place: BackupPlace;
  /** Empty is the default. */
  folder: string;
  hasKeyFile: boolean;
  isEncrypted: boolean;
  /** The journal of the database goes to the same place all the time. */
  isContinuous: boolean;
  bucket: BucketAddress | null;
};

export type ShownBackupSettings = BackupSettings & {
  /** Where the backups are when `folder` is empty; `BACKUPS_DIR` locks it. */
  defaultFolder: string;
  isFolderGiven: boolean;
  hasSecret: boolean;
  /** How often the continuous copy sends what is new. */
  copySeconds: number;
};

export const BACKUP_STEPS = {
  measuring: 'Vendo se há espaço',
  copying: 'Copiando o banco de dados e os arquivos',
  verifying: 'Restaurando a cópia para conferir',
  encrypting: 'Cifrando',
  decrypting: 'Abrindo o arquivo cifrado para conferir',
  uploading: 'Enviando ao balde',
  trying: 'Restaurando a cópia contínua para conferir',
} as const;
export type BackupStep = keyof typeof BACKUP_STEPS;

export type ListedBackup = {
  /** The name in its address. */
  name: string;
  madeAt: string;
  sizeBytes: number;
  /** Unknown for an encrypted one of another shop. */
  files: number | null;
  hasKeyFile: boolean;
  isEncrypted: boolean;
  verifiedAt: string | null;
  isHere: boolean;
  isInBucket: boolean;
  /** The shop's rule of keeping does not touch what a command made. */
  isOwn: boolean;
  problem: string | null;
};

type FailedBackup = { at: string; reason: string };

export type ShownBackups = {
  engine: 'file' | 'server';
  running: { startedAt: string; step: BackupStep } | null;
  backups: ListedBackup[];
  /** The newest attempt, where it failed. */
  failed: FailedBackup | null;
  nextNightAt: string | null;
  folder: string;
  /** When somebody last said that a backup was made outside of the shop, and whether a script may say so. */
  outside: { lastAt: string | null; hasScript: boolean };
  /** Null while it is off. */
  continuous: ShownContinuousCopy | null;
};

/** What the screen says of the copy that follows the sales. */
export type ShownContinuousCopy = {
  /** How old the newest moment is that it has; null while the first snapshot is on its way. */
  ageSeconds: number | null;
  beganAt: string;
  sizeBytes: number;
  problem: string | null;
  trial: CopyTrial | null;
};

/** The newest copy, restored elsewhere. */
export type CopyTrial = {
  at: string;
  /** How many times since the night, where it failed. */
  tries: number;
  /** The last change that came back; null where nothing did. */
  reachedAt: string | null;
  lastOrderAt: string | null;
  problem: string | null;
};

/** For a script; its token is shown this once. */
export type OutsideCommand = { command: string };

export type BackupAddress = { address: string };
