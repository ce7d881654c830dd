/** Times are ISO 8601 UTC; days (`2026-11-21`) and months (`2026-11`) are those of São Paulo. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

const ZONE = 'America/Sao_Paulo';
const dayParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const dayFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const timeText = new Intl.DateTimeFormat('pt-BR', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const offsetText = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset' });

export function dayOf(at: Date): string {
  return dayParts.format(at);
}

export function monthOf(at: Date): string {
  return dayOf(at).slice(0, 7);
}

export function shiftDay(day: string, offset: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + offset)).toISOString().slice(0, 10);
}

export function shiftMonth(month: string, offset: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const shifted = new Date(Date.UTC(year, number - 1 + offset, 1));
  return shifted.toISOString().slice(0, 7);
}

export function startOf(dayOrMonth: string): Date {
  const midnight = Date.parse(`${dayOrMonth.length === 7 ? `${dayOrMonth}-01` : dayOrMonth}T00:00:00Z`);
  return new Date(midnight - offsetMs(new Date(midnight)));
}

export function formatDay(at: string | Date): string {
  return dayFormat.format(new Date(at));
}

/** Writes `seg`. */
export function weekdayName(day: string): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? day;
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];

/** The hour of the day in São Paulo, from 0 to 23. */
export function hourOf(at: Date): number {
  return Number(timeText.format(at).slice(0, 2));
}

/** Writes `25/11/2026` of `2026-11-25`. */
export function dayText(day: string): string {
  return formatDay(startOf(day));
}

export function formatDayTime(at: string | Date): string {
  return `${formatDay(at)} ${timeText.format(new Date(at))}`;
}

export function monthName(month: string): string {
  return MONTH_NAMES[Number(month.slice(5, 7)) - 1] ?? month;
}

const MONTH_NAMES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** São Paulo had daylight saving time until 2019. The known ones are kept, since asking takes as long as reading a line of a file. */
function offsetMs(at: Date): number {
  const known = offsets.get(at.getTime());
  if (known !== undefined) return known;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  const offset = readOffset(at);
  offsets.set(at.getTime(), offset);
  return offset;
}

const offsets = new Map<number, number>();
const MOST_OFFSETS = 10_000;

function readOffset(at: Date): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(offsetText.format(at)) ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

/** Writes `2 h`, `9 dias`. */
export function agoText(since: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(since));
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} dias`;
}

/** Writes `às 14:20`, `amanhã às 9:00`, `em 12/12 às 9:00`; or `por volta das 14:20`, and so on. */
export function clockText(at: string, now: Date, isAbout = false): string {
  const [day = '', time = ''] = formatDayTime(at).split(' ');
  const hours = time.replace(/^0/, '');
  const isOne = /^[01]:/.test(hours);
  const clock = isAbout ? `por volta ${isOne ? 'da' : 'das'} ${hours}` : `${isOne ? 'à' : 'às'} ${hours}`;
  if (day === formatDay(now)) return clock;
  const isTomorrow = day === formatDay(new Date(now.getTime() + DAY_MS));
  return isTomorrow ? `amanhã ${clock}` : `em ${day.slice(0, 5)} ${clock}`;
}

/** Writes `hoje, 11:18`, or the day. */
export function whenText(at: string, now: Date): string {
  const [day = '', time = ''] = formatDayTime(at).split(' ');
  return formatDayTime(now).startsWith(day) ? `hoje, ${time}` : `${day}, ${time}`;
}

/** Keeps `updatedAt` unique for changes within one millisecond. */
export function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}
