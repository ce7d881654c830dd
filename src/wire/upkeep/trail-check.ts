import { formatDayTime } from '../basics/dates.ts';

/** `last` is the newest entry and the start of its seal, by which somebody who kept it elsewhere can ask for it later. */
export type TrailCheck = {
  at: string;
  entries: number;
  last: { id: number; seal: string } | null;
  /** The key cannot be read, so that no seal can be judged. */
  isKeyLost: boolean;
  /** The first ones, in the order of the trail. */
  breaks: TrailBreak[];
};

/** `unsealed` was written by hand, or by a version of the shop that knew no seals. */
export type TrailBreak = { kind: 'changed' | 'missing' | 'unsealed'; from: number; to: number };

export function isTrailWhole({ isKeyLost, breaks }: TrailCheck): boolean {
  return !isKeyLost && breaks.length === 0;
}

const TRAIL_KEY_LOST =
  'A chave que confere a trilha não pôde ser lida: o arquivo .key ao lado do banco de dados, SECRETS_KEY ou SHARED_SECRET não são os de antes.';

function breakText({ kind, from, to }: TrailBreak): string {
  if (from === to) return `${ONE[kind]} ${from.toLocaleString('pt-BR')}.`;
  return `${MANY[kind]} de ${from.toLocaleString('pt-BR')} a ${to.toLocaleString('pt-BR')}.`;
}

const ONE: Record<TrailBreak['kind'], string> = {
  changed: 'Foi mudada a entrada',
  missing: 'Falta a entrada',
  unsealed: 'Foi escrita à mão, ou por uma versão anterior da loja, a entrada',
};
const MANY: Record<TrailBreak['kind'], string> = {
  changed: 'Foram mudadas as entradas',
  missing: 'Faltam as entradas',
  unsealed: 'Foram escritas à mão, ou por uma versão anterior da loja, as entradas',
};

export function trailSentences(check: TrailCheck): string[] {
  return [...(check.isKeyLost ? [TRAIL_KEY_LOST] : []), ...check.breaks.map(breakText)];
}

export function trailText(check: TrailCheck | null): string {
  if (!check) return 'Ainda não conferida';
  const [problem] = trailSentences(check);
  if (problem) return `Não confere, em ${formatDayTime(check.at)}. ${problem}`;
  return `Inteira em ${formatDayTime(check.at)}, até a entrada ${(check.last?.id ?? 0).toLocaleString('pt-BR')}`;
}
