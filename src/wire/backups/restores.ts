import * as z from 'zod/mini';
import { line } from '../basics/text.ts';
import { BACKUPS_PATH, CheckBackupBucket } from './backups.ts';

export const RESTORE_PATH = `${BACKUPS_PATH}/restore`;
export const RESTORE_CHECK_PATH = `${RESTORE_PATH}/check`;
export const RESTORE_ARCHIVE_PATH = `${RESTORE_PATH}/archive`;

export const RESTORE_WORD = 'RESTAURAR';
/** A larger one is put into the folder of backups on the server. */
export const ARCHIVE_LIMIT_BYTES = 4 * 1024 ** 3;

const UNKNOWN = 'Escolha o backup de novo.';
const PASSPHRASE = 'Informe a senha do backup, em uma linha.';

const FOLDER = 'Informe a pasta, em uma linha.';

export const CopyFolder = z.object({ folder: line(1, 300, FOLDER) });

/** What the person chooses; each kind has its case in `sourceOf` of the domain. */
export const RestoreChoice = z.union(
  [
    z.object({ kind: z.literal('listed'), name: line(1, 300, UNKNOWN) }),
    z.object({ kind: z.literal('sent'), id: line(1, 40, UNKNOWN) }),
    /** It lies where the shop's own backups do. */
    z.object({ kind: z.literal('continuous') }),
    z.object({ kind: z.literal('copy in bucket'), bucket: CheckBackupBucket }),
    z.extend(CopyFolder, { kind: z.literal('copy in folder') }),
  ],
  UNKNOWN,
);
export type RestoreChoice = z.output<typeof RestoreChoice>;

export const CheckRestore = z.object({
  choice: RestoreChoice,
  /** Null where it is not encrypted. */
  passphrase: z.nullable(line(1, 200, PASSPHRASE)),
});
export type CheckRestore = z.output<typeof CheckRestore>;

export const StartRestore = z.object({
  word: z.literal(RESTORE_WORD, `Nada foi alterado: a palavra é ${RESTORE_WORD}.`),
  areKeysFree: z.boolean(),
});
export type StartRestore = z.output<typeof StartRestore>;

export type SentArchive = { id: string; isEncrypted: boolean };

export const RESTORE_STEPS = {
  bringing: 'Abrindo o backup',
  checking: 'Restaurando numa pasta de teste, para conferir',
  comparing: 'Vendo o que mudou desde então',
} as const;
export type RestoreStep = keyof typeof RESTORE_STEPS;

/** What the shop of now did since; null where it does not know. */
export type SinceBackup = { sales: number; keys: number; mails: number } | null;

export type RestorePreview = {
  createdAt: string;
  files: number;
  /** A part of a continuous copy is missing, and what came after it. */
  isCutShort: boolean;
  since: SinceBackup;
  freeKeys: number;
  counts: { products: number; customers: number; purchases: number; keys: number };
  /** Whether what was typed of bank, mail and backups can be read afterwards. */
  secrets: 'none' | 'readable' | 'lost';
};

export type RestoreState =
  | { state: 'none' }
  | { state: 'checking'; step: RestoreStep }
  | { state: 'failed'; reason: string }
  | { state: 'checked'; preview: RestorePreview };

/** The counts are null for a restore before they were noted. */
export type LastRestore = {
  backupAt: string;
  restoredAt: string;
  carriedOver: CarriedOver | null;
  sales: { completed: number; open: number; differences: number; isFinished: boolean };
};

export type CarriedOver = {
  isFormerRead: boolean;
  purchases: number;
  keys: number;
  heldKeys: number;
  /** These customers were erased after the backup, and are again. */
  erased: number;
};

export type ShownRestore = {
  current: RestoreState;
  /** Why the shop was opened again as it was. */
  failure: { at: string; reason: string } | null;
  last: LastRestore | null;
};
