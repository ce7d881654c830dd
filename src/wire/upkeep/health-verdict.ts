import { DAY_MS, HOUR_MS, MINUTE_MS } from '../basics/durations.ts';
import { type Health, LATE_AFTER_MS, type Work } from './health.ts';

export const WORK_NAMES: Record<Work, string> = {
  mail: 'E-mails a enviar',
  webhooks: 'Avisos do banco a tratar',
  polls: 'Pagamentos a conferir',
};

export const WORKS = Object.keys(WORK_NAMES) as Work[];

export type Verdict = { isFine: boolean; title: string; sentence: string };

export function verdictOf({ waitingMs, processes }: Pick<Health, 'waitingMs' | 'processes'>): Verdict {
  if (!processes.some(({ hasWorker }) => hasWorker)) return NOBODY_WORKS;
  if (!processes.some(({ isLeader }) => isLeader)) return NOBODY_LEADS;
  const late = WORKS.filter((work) => isLate(work, waitingMs[work]));
  if (late.length === 0) return ALL_FINE;
  return {
    isFine: false,
    title: 'A loja está atrasada',
    sentence: `${late.map((work) => WORK_NAMES[work]).join(', ')}: o mais antigo espera há ${formatWait(Math.max(...late.map((work) => waitingMs[work] ?? 0)))}. Nada se perde: ele sai assim que der.`,
  };
}

export function isLate(work: Work, ms: number | null): boolean {
  return ms !== null && ms > LATE_AFTER_MS[work];
}

export function formatWait(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} minutos`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} horas`;
  return `${Math.floor(ms / DAY_MS)} dias`;
}

const ALL_FINE: Verdict = {
  isFine: true,
  title: 'Tudo em dia',
  sentence: 'E-mails, avisos do banco e pagamentos são tratados assim que chegam.',
};

const NOBODY_WORKS: Verdict = {
  isFine: false,
  title: 'Nenhum processo cuida das tarefas automáticas',
  sentence:
    'Todos os processos rodam com WORKER=off: e-mails não saem, e pagamentos sem aviso do banco não são conferidos. ' +
    'Retire WORKER=off de um deles e reinicie-o.',
};

const NOBODY_LEADS: Verdict = {
  isFine: false,
  title: 'Nenhum processo cuida das tarefas automáticas',
  sentence:
    'Durante um reinício isso passa em segundos. Se continuar, os pagamentos sem aviso do banco não são conferidos: ' +
    'veja no registro dos processos o que os impede, e reinicie um deles.',
};
