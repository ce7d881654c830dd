import { startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import type { ImportProblemReason } from '#src/wire/imports/problems.ts';

/** How a file writes what can be read in two ways. */
export type Habits = { dayFirst: boolean; decimal: ',' | '.' };

type Cell<Value> = { value: Value } | { problem: ImportProblemReason };

/** Excel keeps zeros by `="0012"`, and exports put an apostrophe before what a spreadsheet would calculate. */
export function plainCell(raw: string): Cell<string> {
  const text = raw.normalize('NFC').replace(INVISIBLE, '').trim();
  const kept = /^="([^"]*)"$/.exec(text)?.[1];
  if (kept !== undefined) return { value: kept.trim() };
  if (/^=/.test(text) || /^[+@-](?:[a-z]+\(|@)/i.test(text)) return { problem: 'formula' };
  return { value: text.replace(/^'(?=[=+@\t\r\uff1d\uff0b\uff0d\uff20-])/, '') };
}

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Counts for a file how its amounts and dates must be read; where no line tells, its platform does. */
export function startHabits(usual: Habits) {
  const amounts = { ',': 0, '.': 0 };
  const days = { dayFirst: 0, monthFirst: 0 };
  return {
    note(amount: string, date: string): void {
      const [, mark] = /([.,])\d{1,2}\D*$/.exec(amount) ?? [];
      if (mark === ',' || mark === '.') amounts[mark] += 1;
      const [, first = '', second = ''] = NUMBERS_DATE.exec(date.trim()) ?? [];
      if (Number(first) > 12) days.dayFirst += 1;
      else if (Number(second) > 12) days.monthFirst += 1;
    },
    result(): Habits {
      const isEven = amounts[','] === amounts['.'];
      const areDaysEven = days.dayFirst === days.monthFirst;
      return {
        decimal: isEven ? usual.decimal : amounts[','] > amounts['.'] ? ',' : '.',
        dayFirst: areDaysEven ? usual.dayFirst : days.dayFirst > days.monthFirst,
      };
    },
  };
}

/** Reads centavos, or cents of another currency; below zero for a refund. */
export function readAmount(text: string, { decimal }: Pick<Habits, 'decimal'>): Cell<number> {
  const isNegative = /^\(.*\)$/.test(text) || /^[^\d]*[-−]/.test(text) || /\d\s*-$/.test(text);
  const digits = text.replace(/[()\s\u00a0'−-]/g, '').replace(/^(?:[A-Z]{3}|[A-Z]{0,3}[$€£])|[A-Z]{3}$/gi, '');
  if (!/^[\d.,]+$/.test(digits)) return { problem: 'bad_amount' };
  const mark = decimalMark(digits, decimal);
  const at = mark === null ? -1 : digits.lastIndexOf(mark);
  const [whole, fraction] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
  if (!/^(?:\d{1,9}|\d{1,3}(?:\.\d{3}){1,2}|\d{1,3}(?:,\d{3}){1,2})?$/.test(whole)) return { problem: 'bad_amount' };
  if (!/^\d*$/.test(fraction) || whole + fraction === '') return { problem: 'bad_amount' };
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Math.round(Number(`0.${fraction.slice(0, 6) || 0}`) * 100);
  return { value: isNegative && cents > 0 ? -cents : cents };
}

function decimalMark(digits: string, usual: ',' | '.'): ',' | '.' | null {
  const [commas, points] = [digits.split(',').length - 1, digits.split('.').length - 1];
  if (commas > 0 && points > 0) return digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  if (commas + points !== 1) return null;
  const mark = commas > 0 ? ',' : '.';
  const isGroup = mark !== usual && /^\d{1,3}[.,]\d{3}$/.test(digits);
  return isGroup ? null : mark;
}

/** A day without an hour is its noon in São Paulo. */
export function readMoment(text: string, { dayFirst }: Pick<Habits, 'dayFirst'>): Cell<string> {
  const serial = /^\d{5}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (serial >= FIRST_SERIAL && serial < LAST_SERIAL) {
    const day = new Date(Math.floor(serial) * DAY_MS + SERIAL_ZERO_MS).toISOString().slice(0, 10);
    const fraction = Math.round((serial % 1) * DAY_MS);
    return { value: momentOf(day, fraction === 0 ? 12 * HOUR_MS : fraction, undefined) };
  }
  const parts = readParts(text, dayFirst);
  if (!parts) return { problem: 'bad_day' };
  const { year, month, date, rest } = parts;
  const time = TIME.exec(rest);
  if (rest !== '' && !time) return { problem: 'bad_day' };
  const [, hourText, minuteText = '0', secondText = '0', half = '', zone = ''] = time ?? [];
  const hour = hourText === undefined ? 12 : hourOfHalf(Number(hourText), half.toLowerCase());
  if (hour > 23 || Number(minuteText) > 59 || Number(secondText) > 60) return { problem: 'bad_day' };
  const day = `${String(year)}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const isReal = month >= 1 && month <= 12 && date >= 1 && new Date(`${day}T00:00:00Z`).getUTCDate() === date;
  if (!isReal) return { problem: 'no_such_day' };
  const ofDayMs = hour * HOUR_MS + Number(minuteText) * MINUTE_MS + Number(secondText) * SECOND_MS;
  return { value: momentOf(day, ofDayMs, offsetOf(zone)) };
}

type DateParts = { year: number; month: number; date: number; rest: string };

function readParts(text: string, dayFirst: boolean): DateParts | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(.*)$/s.exec(text);
  if (iso) return partsOf(iso[1], Number(iso[2]), iso[3], iso[4]);
  const numbers = NUMBERS_DATE.exec(text);
  if (numbers) {
    const [, first, second, year, rest] = numbers;
    const isDayFirst = Number(first) > 12 || (dayFirst && Number(second) <= 12);
    return partsOf(year, Number(isDayFirst ? second : first), isDayFirst ? first : second, rest);
  }
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const dayOfMonth = /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})(?:[ -]| de )([a-z]{3,9})\.?(?:[ -]| de )(\d{4})(.*)$/s.exec(
    plain,
  );
  if (dayOfMonth) return partsOf(dayOfMonth[3], monthNumber(dayOfMonth[2]), dayOfMonth[1], dayOfMonth[4]);
  const monthAndDay = /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(.*)$/s.exec(plain);
  if (monthAndDay) return partsOf(monthAndDay[3], monthNumber(monthAndDay[1]), monthAndDay[2], monthAndDay[4]);
  return null;
}

function partsOf(
  year: string | undefined,
  month: number,
  date: string | undefined,
  rest: string | undefined,
): DateParts {
  const number = Number(year);
  return { year: number < 100 ? 2000 + number : number, month, date: Number(date), rest: (rest ?? '').trim() };
}

function monthNumber(name = ''): number {
  return MONTHS.findIndex((names) => names.includes(name.slice(0, 3))) + 1;
}

const MONTHS = [
  'jan',
  'feb fev',
  'mar',
  'apr abr',
  'may mai',
  'jun',
  'jul',
  'aug ago',
  'sep set',
  'oct out',
  'nov',
  'dec dez',
];
const NUMBERS_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)(.*)$/s;
const TIME =
  /^(?:t|,|-|as|às|at)?\s*(\d{1,2})(?:[:h](\d{2}))?(?::(\d{2})(?:[.,]\d+)?)?\s*(am|pm|a\.m\.|p\.m\.)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i;
/** Days of Excel: those of 1955 to 2118. */
const FIRST_SERIAL = 20_000;
const LAST_SERIAL = 80_000;
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);

function hourOfHalf(hour: number, half: string): number {
  if (half === '') return hour;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}

/** In minutes east of Greenwich; undefined is São Paulo. */
function offsetOf(zone: string): number | undefined {
  if (zone === '') return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

function momentOf(day: string, ofDayMs: number, offsetMinutes: number | undefined): string {
  const midnight =
    offsetMinutes === undefined ? startOf(day).getTime() : Date.parse(`${day}T00:00:00Z`) - offsetMinutes * MINUTE_MS;
  return new Date(midnight + ofDayMs).toISOString();
}

/** `unpaid` lines are no sales, and no problems either. */
export type PaidState = 'paid' | 'refunded' | 'unpaid';

export function readStatus(text: string): PaidState | null {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[_-]/g, ' ')
    .trim();
  return STATES.get(plain) ?? null;
}

const STATES = new Map<string, PaidState>(
  (
    [
      [
        'paid',
        'paid pago paga complete completed completo completa concluido concluida aprovado aprovada approved active publish processing processando',
      ],
      ['paid', 'partially refunded,partial refund,parcialmente reembolsado,succeeded,liberado,liberada'],
      [
        'refunded',
        'refunded reembolsado reembolsada devolvido devolvida estornado estornada chargeback chargedback revoked fraudulent',
      ],
      ['refunded', 'charged back,em reembolso,chargeback apresentado'],
      [
        'unpaid',
        'pending pendente failed cancelled canceled cancelado cancelada expired expirado expirada abandoned refused recusado recusada void draft iniciado iniciada trash',
      ],
      [
        'unpaid',
        'waiting payment,aguardando pagamento,aguardando,on hold,boleto impresso,billet printed,atrasado,bloqueado,pending payment,checkout draft,nao pago,nao paga',
      ],
    ] as [PaidState, string][]
  ).flatMap(([state, words]) =>
    words.split(words.includes(',') ? ',' : ' ').map((word) => [word, state] as [string, PaidState]),
  ),
);

/** Whether a column that says `refunded` says so: `1`, `Sim`, or a date. */
export function readFlag(text: string): boolean | null {
  const plain = text.toLowerCase();
  if (['', '0', 'no', 'não', 'nao', 'false', 'n', '-', 'null'].includes(plain)) return false;
  return ['1', 'yes', 'sim', 'true', 's', 'y', 'x'].includes(plain) ? true : null;
}

/** Keys of any form; two in a cell are told by what stands between them. */
export function readKey(text: string): Cell<string | null> {
  if (text === '') return { value: null };
  const parts = text.split(/\s*[,;|\n\t]\s*|\s+(?:e|and|\/)\s+|\s{2,}/).filter((part) => part !== '');
  const isSpaced = parts.length === 1 && /^\S{8,}\s\S{8,}$/.test(text);
  if (parts.length > 1 || isSpaced) return { problem: 'two_keys' };
  const key = parts[0] ?? '';
  return key.length > MOST_KEY_CHARACTERS || /\p{C}/u.test(key) ? { problem: 'bad_key' } : { value: key };
}

const MOST_KEY_CHARACTERS = 200;
