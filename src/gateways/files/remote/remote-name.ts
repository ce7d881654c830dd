export function remoteName(disposition: string | null, urls: URL[]): string {
  const named = [namedBy(disposition ?? ''), ...urls.map(lastPart)].map(safeName);
  return named.find((name) => /.\.[a-z0-9]{1,8}$/i.test(name)) ?? named.find(Boolean) ?? 'download';
}

/** RFC 6266, as far as servers follow it. */
function namedBy(disposition: string): string {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decoded(extended);
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition);
  return asUtf8(plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '');
}

function lastPart({ pathname }: URL): string {
  return decoded(pathname.slice(pathname.lastIndexOf('/') + 1));
}

function safeName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\p{C}\u2028\u2029"*/:<>?\\|]/gu, '')
    .slice(-LONGEST_READ)
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(-MAXIMUM_LENGTH);
}

const MAXIMUM_LENGTH = 120;
/** Looking for the end of a long row of dots takes the square of its length. */
const LONGEST_READ = 1_000;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Node decodes headers as latin1, but some servers send UTF-8. */
function asUtf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
