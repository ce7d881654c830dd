export type KeyFile = {
  name: string;
  columns: { name: string; lines: string[] }[];
  wanted: number;
};

const MAX_FILE_BYTES = 2 * 1024 * 1024;

export async function readKeyFile(file: File): Promise<KeyFile | { problem: string }> {
  if (file.size > MAX_FILE_BYTES)
    return { problem: 'O arquivo tem mais de 2 MB. Divida a lista e adicione em partes.' };
  try {
    const text = decode(await file.arrayBuffer());
    if (!isText(text)) return { problem: NO_TEXT };
    const isTable = /\.(csv|tsv)$/i.test(file.name);
    return { name: file.name, ...(isTable ? await readTable(text) : { columns: [plainColumn(text)], wanted: 0 }) };
  } catch (error) {
    console.warn('O arquivo de chaves não pôde ser lido:', error);
    return { problem: UNREADABLE };
  }
}

const NO_TEXT =
  'Este arquivo não é de texto. Salve a planilha como CSV (separado por ponto e vírgula) e tente de novo.';
const UNREADABLE = 'Não foi possível ler este arquivo. Abra-o, copie as chaves e cole aqui.';

/** Accepts few null characters, which are reported by line; binary files contain many. */
function isText(text: string): boolean {
  const lines = text.split('\n');
  return lines.filter((line) => line.includes('\0')).length * 2 < lines.length;
}

/** Reads UTF-8, else the Windows encoding of Brazilian spreadsheets. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function readTable(text: string): Promise<Omit<KeyFile, 'name'>> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const rows: string[][] = parse(text, {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return { columns: [{ name: '', lines: [] }], wanted: 0 };
  const [first = [], ...rest] = rows;
  const hasNames = first.some((cell) => NAMES.test(cell.trim()));
  const columns = Array.from({ length: width }, (_, at) => {
    const lines = (hasNames ? rest : rows).map((row) => (row[at] ?? '').trim());
    return { name: columnName(hasNames ? first[at] : undefined, at, lines), lines };
  });
  return { columns, wanted: wantedColumn(columns, hasNames) };
}

function plainColumn(text: string) {
  return { name: '', lines: text.replace(/[\r\n]+$/, '').split(/\r\n?|\n/) };
}

function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/\r\n?|\n/, 1);
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).delimiter;
}

function columnName(title: string | undefined, at: number, lines: string[]): string {
  if (title?.trim()) return title.trim();
  const sample = lines.find((line) => line !== '');
  return sample ? `Coluna ${at + 1} (${shorten(sample)})` : `Coluna ${at + 1}`;
}

function shorten(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

/** Chooses by name, else the column with the most distinct values. */
function wantedColumn(columns: KeyFile['columns'], hasNames: boolean): number {
  const named = hasNames ? columns.findIndex(({ name }) => KEY_NAME.test(name)) : -1;
  if (named !== -1) return named;
  const variety = columns.map(({ lines }) => new Set(lines.filter(Boolean)).size);
  return variety.indexOf(Math.max(...variety));
}

const DELIMITERS = [';', ',', '\t'];
const KEY_NAME =
  /^(chaves?( de (ativa[cç][aã]o|licen[cç]a))?|((activation|license|product)[ _-]?)?keys?|licen[cç]as?|licen[sc]es?|seri(al|ais|als)|c[oó]digos?|codes?)$/i;
const NAMES = new RegExp(
  `${KEY_NAME.source}|^(produtos?|products?|status|e-?mails?|clientes?|customers?|nomes?|names?|datas?|dates?|ids?)$`,
  'i',
);
