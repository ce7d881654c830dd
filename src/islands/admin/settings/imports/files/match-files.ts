import { versionOfName } from '#src/islands/admin/releases/release-text.ts';
import type { StoreImport } from '#src/wire/imports/imports.ts';
import { PLATFORMS, type Platform, platformOfName } from '#src/wire/products/platforms.ts';
import { isVersion } from '#src/wire/releases/releases.ts';

/** A product that came in; `names` are all that it is known by, `expected` what a table of products said of its files. */
export type FileRow = { productId: string; names: readonly string[]; expected: readonly string[] };

/** A product of ours is one row, whatever it was called on the other platform. */
export function fileRows(
  products: readonly Pick<StoreImport['products'][number], 'name' | 'target' | 'files'>[],
  targets: readonly { id: string; name: string }[],
): FileRow[] {
  const came = products.filter(({ target }) => target !== 'new' && target !== 'skip');
  return [...Map.groupBy(came, ({ target }) => target)].map(([productId, theirs]) => ({
    productId,
    names: [
      ...new Set([
        ...targets.flatMap(({ id, name }) => (id === productId ? [name] : [])),
        ...theirs.map(({ name }) => name),
      ]),
    ],
    expected: [...new Set(theirs.flatMap(({ files }) => files))],
  }));
}

/**
 * The product that a file is of: a table of products named it, or its own name or that of a folder around it, from the inside
 * out, holds the name of one product. Null where none does, or two.
 */
export function productOfFile(path: string, rows: readonly FileRow[]): string | null {
  const pieces = piecesOf(path).toReversed();
  const fileName = plain(pieces[0] ?? '');
  const told = rows.filter(({ expected }) => expected.some((name) => plain(name) === fileName));
  const [one] = told;
  if (one && told.length === 1) return one.productId;
  const among = one ? told : rows;
  const found = pieces.map((piece) => namedIn(piece, among)).find(({ length }) => length > 0) ?? [];
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The version that a file's name tells, or a folder around it that has no other name. */
export function versionOfFile(path: string): string | null {
  const pieces = piecesOf(path).toReversed();
  return versionOfName(pieces[0] ?? '') ?? pieces.slice(1).find(isVersion) ?? null;
}

export function platformOfFile(path: string): Platform {
  const [fileName = '', ...folders] = piecesOf(path).toReversed();
  return (
    folders.find(isPlatform) ?? [fileName, ...folders].map(platformOfName).find((found) => found !== 'any') ?? 'any'
  );
}

/** Why a file is no product's; null where it may be one. */
export function reasonToLeave(path: string): string | null {
  if (isTable(path)) return 'é uma tabela: ela entra antes, em Conferir.';
  if (/\.(?:png|jpe?g|webp|gif|avif|svg)$/i.test(path)) return 'é uma imagem: a capa se troca na página do produto.';
  return null;
}

export function isTable(path: string): boolean {
  return /\.(?:csv|tsv)$/i.test(path);
}

/** What systems put into a folder unasked. */
export function isHidden(path: string): boolean {
  return piecesOf(path).some((piece) => /^(?:\..*|Thumbs\.db|desktop\.ini|__MACOSX)$/i.test(piece));
}

function piecesOf(path: string): string[] {
  return path.split('/').filter((piece) => piece !== '');
}

function isPlatform(piece: string): piece is Platform {
  return Object.hasOwn(PLATFORMS, piece);
}

/** Those whose names stand in the text; a name that is a part of another one counts for nothing beside it. */
function namedIn(text: string, rows: readonly FileRow[]): string[] {
  const words = wordsOf(withoutVersion(text));
  const matches = rows.flatMap(({ productId, names }) =>
    names.flatMap((name) => {
      const wanted = wordsOf(name).join('');
      return wanted !== '' && standsIn(words, wanted) ? [{ productId, wanted }] : [];
    }),
  );
  const whole = matches.filter(
    ({ wanted }) => !matches.some((other) => other.wanted !== wanted && other.wanted.includes(wanted)),
  );
  return [...new Set(whole.map(({ productId }) => productId))];
}

/** Some words after each other spell it: `grao-16` and `Grao16` are one. */
function standsIn(words: readonly string[], wanted: string): boolean {
  return words.some((_, from) => {
    let text = '';
    return words.slice(from).some((word) => {
      text += word;
      return text === wanted;
    });
  });
}

function withoutVersion(text: string): string {
  const version = versionOfName(text);
  return version === null ? text : text.replace(version, ' ');
}

/** `GradeCinema_win.zip` is `grade`, `cinema`, `win` and `zip`. */
function wordsOf(text: string): string[] {
  return plain(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
