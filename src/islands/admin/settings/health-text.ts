import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { Health, Work } from '#src/wire/upkeep/health.ts';
import { formatWait, isLate } from '#src/wire/upkeep/health-verdict.ts';

export const ERASURE_PROMISES: Record<Health['engine'], string> = {
  sqlite:
    'O que identifica a pessoa sai na hora do banco de dados, do diário dele e do registro da loja, sem deixar rastro. ' +
    'Backups feitos antes ainda o têm: apague os antigos.',
  postgres:
    'O que identifica a pessoa sai na hora de todas as linhas, índices e buscas, e dos arquivos das tabelas quando o ' +
    'PostgreSQL os regravar. O diário dele, as réplicas e os backups do provedor ainda o têm, pelo tempo em que forem guardados.',
};

export function waitText(work: Work, ms: number | null): string {
  if (ms === null) return 'Nada esperando';
  return isLate(work, ms) ? `O mais antigo espera há ${formatWait(ms)}` : 'Em dia';
}

export function engineText({ engine, engineVersion }: Health): string {
  return engine === 'sqlite' ? `SQLite ${engineVersion}, em um arquivo` : `PostgreSQL ${engineVersion}`;
}

export function filesText({ areFilesInBucket }: Health): string {
  return areFilesInBucket ? 'Em um bucket, no endereço de FILES_URL' : 'Em uma pasta do servidor';
}

export function backupText({ lastBackupAt }: Health): string {
  return lastBackupAt ? formatDayTime(lastBackupAt) : 'Nenhum ainda. Veja Backup';
}

export function sizeText({ databaseBytes }: Health): string {
  const isLarge = databaseBytes >= GIGABYTE;
  const amount = databaseBytes / (isLarge ? GIGABYTE : MEGABYTE);
  return `${amount.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${isLarge ? 'GB' : 'MB'}`;
}

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
