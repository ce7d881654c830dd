import { formatDayTime } from '#src/wire/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/durations.ts';
import { type Health, LATE_AFTER_MS, type Work } from '#src/wire/health.ts';

export const WORK_NAMES: Record<Work, string> = {
  mail: 'E-mails a enviar',
  webhooks: 'Avisos do banco a tratar',
  polls: 'Pagamentos a conferir',
};

export const ERASURE_PROMISES: Record<Health['engine'], string> = {
  sqlite:
    'O que identifica a pessoa sai na hora do banco de dados, do diário dele e do registro da loja, sem deixar rastro. ' +
    'Backups feitos antes ainda o têm: apague os antigos.',
  postgres:
    'O que identifica a pessoa sai na hora de todas as linhas, índices e buscas, e dos arquivos das tabelas quando o ' +
    'PostgreSQL os regravar. O diário dele, as réplicas e os backups do provedor ainda o têm, pelo tempo em que forem guardados.',
};

export type Verdict = { isFine: boolean; title: string; sentence: string };

export function verdictOf({ waitingMs, processes }: Health): Verdict {
  if (!processes.some(({ isLeader }) => isLeader)) return NOBODY_LEADS;
  const late = WORKS.filter((work) => isLate(work, waitingMs[work]));
  if (late.length === 0) return ALL_FINE;
  return {
    isFine: false,
    title: 'A loja está atrasada',
    sentence: `${late.map((work) => WORK_NAMES[work]).join(', ')}: o mais antigo espera há ${formatWait(Math.max(...late.map((work) => waitingMs[work] ?? 0)))}. Nada se perde: ele sai assim que der.`,
  };
}

export function waitText(work: Work, ms: number | null): string {
  if (ms === null) return 'Nada esperando';
  return isLate(work, ms) ? `O mais antigo espera há ${formatWait(ms)}` : 'Em dia';
}

export function isLate(work: Work, ms: number | null): boolean {
  return ms !== null && ms > LATE_AFTER_MS[work];
}

export function engineText({ engine, engineVersion }: Health): string {
  return engine === 'sqlite' ? `SQLite ${engineVersion}, em um arquivo` : `PostgreSQL ${engineVersion}`;
}

export function filesText({ areFilesInBucket }: Health): string {
  return areFilesInBucket ? 'Em um bucket, no endereço de FILES_URL' : 'Em uma pasta do servidor';
}

export function backupText({ lastBackupAt }: Health): string {
  return lastBackupAt ? formatDayTime(lastBackupAt) : 'Nenhum ainda. No servidor, rode npm run backup';
}

export function sizeText({ databaseBytes }: Health): string {
  const isLarge = databaseBytes >= GIGABYTE;
  const amount = databaseBytes / (isLarge ? GIGABYTE : MEGABYTE);
  return `${amount.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${isLarge ? 'GB' : 'MB'}`;
}

export const WORKS = Object.keys(WORK_NAMES) as Work[];

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;

const ALL_FINE: Verdict = {
  isFine: true,
  title: 'Tudo em dia',
  sentence: 'E-mails, avisos do banco e pagamentos são tratados assim que chegam.',
};

const NOBODY_LEADS: Verdict = {
  isFine: false,
  title: 'Nenhum processo cuida das tarefas automáticas',
  sentence:
    'Durante um reinício isso passa em segundos. Se continuar, os pagamentos sem aviso do banco não são conferidos: ' +
    'retire WORKER=off de um dos processos e reinicie-o.',
};

function formatWait(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} minutos`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} horas`;
  return `${Math.floor(ms / DAY_MS)} dias`;
}
