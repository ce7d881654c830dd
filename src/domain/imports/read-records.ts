import type { ImportProblemReason } from '#src/wire/imports/problems.ts';

/** A record of a table, by the line on which it begins, counted from 1. */
export type TableRecord =
  | { line: number; cells: string[]; problem?: undefined }
  | { line: number; problem: Extract<ImportProblemReason, 'unclosed_quote' | 'nul' | 'too_long'>; text: string };

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * Reads RFC 4180 and what spreadsheets make of it. A parser of CSV ends, or swallows the rest, at a quote that never closes;
 * this one tells of that line and goes on with the next.
 */
export async function* readRecords(texts: AsyncIterable<string>, delimiter?: Delimiter): AsyncGenerator<TableRecord> {
  const lines: string[] = [];
  let first = 1;
  let rest = '';
  let isEnded = false;
  const source = texts[Symbol.asyncIterator]();
  let chosen = delimiter;

  async function readOn(): Promise<void> {
    const { done, value } = await source.next();
    if (done) {
      isEnded = true;
      if (rest !== '') lines.push(rest.replace(/\r$/, ''));
      rest = '';
      return;
    }
    const pieces = (rest + value).split(LINE_END);
    rest = pieces.pop() ?? '';
    for (const piece of pieces) lines.push(piece);
  }

  let at = 0;
  let columns = 0;
  for (;;) {
    while (!isEnded && lines.length - at < MOST_LINES) await readOn();
    if (at >= lines.length) return;
    chosen ??= guessDelimiter(lines.slice(at, at + SAMPLE_LINES));
    const { used, ...read } = readRecord(lines, at, chosen, columns);
    const record = { line: first + at, ...read };
    at += used;
    if (at > MOST_LINES) {
      lines.splice(0, at);
      first += at;
      at = 0;
    }
    if (record.problem === undefined) {
      if (record.cells.every((cell) => cell.trim() === '')) continue;
      if (columns === 0 && record.cells.length === 1 && SEPARATOR_LINE.test(record.cells[0] ?? '')) continue;
      columns ||= record.cells.length;
    }
    yield record;
  }
}

/** The one that divides most lines alike. */
export function guessDelimiter(lines: readonly string[]): Delimiter {
  const [told] = /^sep=([,;\t])$/.exec(lines[0]?.replace(/^\ufeff/, '') ?? '')?.slice(1) ?? [];
  if (told) return told as Delimiter;
  const score = (delimiter: Delimiter) => {
    const [head = '', ...others] = lines.filter((line) => line.trim() !== '');
    const columns = outsideQuotes(head, delimiter);
    const alike = others.filter((line) => outsideQuotes(line, delimiter) === columns).length;
    return columns === 0 ? -1 : alike * 1_000 + Math.min(columns, 999);
  };
  return DELIMITERS.toSorted((one, other) => score(other) - score(one))[0] ?? ',';
}

function outsideQuotes(line: string, delimiter: string): number {
  return line.replace(/"[^"]*"/g, '').split(delimiter).length - 1;
}

type Read =
  | { used: number; cells: string[]; problem?: undefined }
  | { used: number; problem: 'unclosed_quote' | 'nul' | 'too_long'; text: string };

/** A record of several lines counts only where it has the columns of the others. */
function readRecord(lines: readonly string[], start: number, delimiter: Delimiter, columns: number): Read {
  const line = lines[start] ?? '';
  const told = line.slice(0, TOLD_CHARACTERS);
  if (line.length > MOST_CHARACTERS) return { used: 1, problem: 'too_long', text: told };
  const cells: string[] = [];
  const read = line.includes('"') ? readQuoted(lines, start, delimiter, cells) : readPlain(line, delimiter, cells);
  const isSure = read === 1 || columns === 0 || cells.length === columns;
  if (read === 0 || !isSure) return { used: 1, problem: 'unclosed_quote', text: told };
  if (cells.some((cell) => cell.includes('\0')))
    return { used: read, problem: 'nul', text: told.replaceAll('\0', '�') };
  return { used: read, cells };
}

function readPlain(line: string, delimiter: Delimiter, cells: string[]): number {
  cells.push(...line.split(delimiter));
  return 1;
}

/** Returns how many lines it took; 0 where a quote does not close. */
function readQuoted(lines: readonly string[], start: number, delimiter: Delimiter, cells: string[]): number {
  let at = start;
  let line = lines[at] ?? '';
  let from = 0;
  for (;;) {
    const opening = /^\s*"/.exec(line.slice(from, from + MOST_INDENT));
    if (!opening || opening[0].includes(delimiter)) {
      // A quote inside of a plain cell is a character.
      const end = line.indexOf(delimiter, from);
      cells.push(line.slice(from, end < 0 ? undefined : end));
      if (end < 0) return at - start + 1;
      from = end + 1;
      continue;
    }
    let text = '';
    let cursor = from + opening[0].length;
    for (;;) {
      const close = line.indexOf('"', cursor);
      if (close < 0) {
        text += `${line.slice(cursor)}\n`;
        at += 1;
        if (at >= lines.length || at - start >= MOST_LINES || text.length > MOST_CHARACTERS) return 0;
        line = lines[at] ?? '';
        cursor = 0;
        continue;
      }
      text += line.slice(cursor, close);
      cursor = close + 1;
      if (line[cursor] !== '"') break;
      text += '"';
      cursor += 1;
    }
    const after = /^\s*/.exec(line.slice(cursor))?.[0] ?? '';
    const blank = after.indexOf(delimiter);
    cursor += blank < 0 ? after.length : blank;
    cells.push(text);
    if (cursor >= line.length) return at - start + 1;
    if (line[cursor] !== delimiter) return 0;
    from = cursor + 1;
  }
}

/** After a carriage return at the end of a piece its other half may follow. */
const LINE_END = /\r\n|\n|\r(?!$)/;
const SEPARATOR_LINE = /^sep=/;
/** A cell of more lines, or a line of more characters, is a mistake. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 64_000;
const TOLD_CHARACTERS = 200;
const SAMPLE_LINES = 20;
const MOST_INDENT = 100;
