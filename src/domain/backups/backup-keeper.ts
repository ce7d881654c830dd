import type { BackupStep } from '#src/wire/backups/backups.ts';
import type { CheckStep } from '#src/wire/upkeep/findings.ts';
import type { BackupBucket, RestoreSource } from './restore-source.ts';

export type BackupPlan = {
  name: string;
  folder: string;
  /** Otherwise the folder has it only until the bucket does. */
  isKeptHere: boolean;
  withKeyFile: boolean;
  /** Of a server's database; a file is measured where it lies. */
  databaseBytes: number | null;
  passphrase: string | null;
  bucket: BackupBucket | null;
};

/** It was verified; `problem` says what went wrong afterwards. */
export type MadeBackup = {
  madeAt: string;
  sizeBytes: number;
  files: number;
  hasKeyFile: boolean;
  isHere: boolean;
  isInBucket: boolean;
  problem: string | null;
};

export type BackupOutcome = { state: 'made'; made: MadeBackup } | { state: 'failed'; problem: string };

export type FoundBackup = {
  name: string;
  madeAt: string;
  sizeBytes: number;
  files: number | null;
  hasKeyFile: boolean;
  isEncrypted: boolean;
};

/** Where a backup lies. */
export type KeptAt = { name: string; isEncrypted: boolean; folder: string | null; bucket: BackupBucket | null };

export type OpenBackup = { fileName: string; chunks: AsyncIterable<Uint8Array>; close?: () => void };

export type BackupKeeper = {
  /** Since when this process is open; a missed night is made up after it. */
  openedAt: string;
  /** A server's provider has backups of the database too, and several processes may share it. */
  engine: 'file' | 'server';
  defaultFolder: string;
  /** The environment says the folder. */
  isFolderGiven: boolean;
  /** One at a time: returns false while another one is under way. */
  begin(startedAt: string, step?: BackupStep): boolean;
  end(): void;
  running(): { startedAt: string; step: BackupStep } | null;
  /** Works in a process of its own, so that buyers do not wait. */
  make(plan: BackupPlan, stopping?: AbortSignal): Promise<BackupOutcome>;
  list(folder: string): Promise<FoundBackup[]>;
  remove(place: KeptAt): Promise<void>;
  /** As one file. It is undefined where it is no more. */
  open(place: KeptAt): Promise<OpenBackup | undefined>;
  /** Where a restore finds one that the folder has. */
  placeOf(name: string, folder: string, isEncrypted: boolean): RestoreSource;
  /** The absolute folder; empty is the default. */
  folderOf(typed: string): string;
  /** Returns a sentence where no backup may or can be there. The folder has a mark afterwards. */
  refuseFolder(typed: string): Promise<string | null>;
  /** Whether it has the mark, or one of these backups. */
  isKnown(folder: string, names: string[]): Promise<boolean>;
  checkBucket(bucket: BackupBucket): AsyncIterable<CheckStep>;
};
