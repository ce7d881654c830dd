import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';

/** For a command that knows this one word, and may go without. */
export function isTold(known: string, usage: string): boolean {
  const [word, ...others] = process.argv.slice(2);
  if (others.length > 0 || (word !== undefined && word !== known)) throw settingsError(usage);
  return word === known;
}

export function exitWith(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isSettingsError(error)) return error.message;
  const code = errorCode(error);
  if (/^(?:SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT|EFBIG)/.test(code)) {
    return `Não foi possível gravar: o disco está cheio ou com defeito (${code}). Libere espaço e abra a loja de novo; nada se perdeu.`;
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return 'Outro processo está gravando neste banco de dados. Espere até que ele termine e abra a loja de novo.';
  }
  if (code === '53300' || code === '08P01') {
    return `O PostgreSQL, ou o PgBouncer na frente dele, recusou uma conexão (${error.message}). Diminua DATABASE_POOL nos processos da loja, ou aumente lá max_connections, e no PgBouncer max_client_conn.`;
  }
  return fileStoreSentence(error) ?? error.stack ?? error.message;
}

/** Returns undefined when it is not the file store that failed. */
export function fileStoreSentence(error: unknown): string | undefined {
  const code = errorCode(error);
  if (!code.startsWith('FILES_')) return undefined;
  return `O armazenamento de FILES_URL não respondeu como devia (${code.slice('FILES_'.length)}). Nada se perdeu: confira com npm run files:check e tente de novo.`;
}
