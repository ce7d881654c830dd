import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import {
  type Administrator,
  listAdministrators,
  replaceAdministratorPassword,
  resetAdministrator,
} from '#db/administrator-password.ts';
import { databasePath, isFileUrl } from '#db/client.ts';
import { refuseWeakPassword } from '#src/domain/access/weak-passwords.ts';
import { isRefusal } from '#src/domain/refusals.ts';
import { hashOfToken } from '#src/domain/tokens.ts';
import { NewPassword } from '#src/wire/access/own-account.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { trailKeyReader } from '../audit/trail-key-reader.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { openPasswords } from '../shop/passwords.ts';
import { exitWith } from './exit-with.ts';

export async function runAdminPassword(): Promise<void> {
  await obey().then((sentence) => process.stdout.write(`${sentence}\n`), exitWith);
}

async function obey(): Promise<string> {
  makeFilesPrivately();
  const isReset = process.argv.includes(RESET);
  const typedEmail = readArgument(isReset);
  const settings = readOwnSettings();
  const { DATABASE_URL, siteUrl } = settings;
  const { id, email } = await findAdministrator(DATABASE_URL, typedEmail);
  if (isReset) return resetAccount(settings, { id, email });
  const passwordHash = await openPasswords().hash(expectPassword(siteUrl, email, await readPassword(email)));
  const ended = await replaceAdministratorPassword(DATABASE_URL, id, passwordHash, trailKeyReader(settings));
  return `A senha de ${email} foi trocada. Sessões encerradas: ${ended}. Entre com a senha nova em ${siteUrl}/login.`;
}

const RESET = '--reset';

/** For whoever lost the password, the passkeys and the codes: the link works once, for an hour. */
async function resetAccount(
  settings: ReturnType<typeof readOwnSettings>,
  { id, email }: Administrator,
): Promise<string> {
  const { DATABASE_URL, siteUrl } = settings;
  const token = randomBytes(32).toString('base64url');
  const ended = await resetAdministrator(DATABASE_URL, id, hashOfToken(token), trailKeyReader(settings));
  return [
    `A senha, as passkeys, o aplicativo de códigos e os códigos de reserva de ${email} foram tirados. Sessões encerradas: ${ended}.`,
    'Abra este link em até uma hora para escolher uma senha nova. Ele vale uma vez:',
    `${siteUrl}/conta/nova-senha?t=${token}`,
  ].join('\n');
}

function readArgument(isReset: boolean): string {
  const [email, ...others] = process.argv.slice(2).filter((word) => word !== RESET);
  if (email && others.length === 0) return email;
  if (isReset) throw settingsError('Use: npm run admin:reset -- E-MAIL.');
  throw settingsError('Use: npm run admin:password -- E-MAIL. A senha nova é pedida em seguida.');
}

async function findAdministrator(databaseUrl: string, typed: string): Promise<Administrator> {
  const file = isFileUrl(databaseUrl) ? databasePath(databaseUrl) : undefined;
  if (file && !existsSync(file)) throw settingsError(`Não há banco de dados em ${file}.`);
  const administrators = await listAdministrators(databaseUrl);
  const found = administrators.find(({ email }) => email === typed.trim().toLowerCase());
  if (found) return found;
  const known = administrators.map(({ email }) => email).join(', ') || 'nenhum';
  throw settingsError(`Nenhum administrador tem o e-mail ${typed}. Administradores desta loja: ${known}.`);
}

async function readPassword(email: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: silence, terminal: isTerminal });
  const lines = input[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    if (isTerminal) process.stdout.write(question);
    const { value, done } = await lines.next();
    if (isTerminal) process.stdout.write('\n');
    if (done) throw settingsError('Nada foi alterado: nenhuma senha foi digitada.');
    return value;
  };
  try {
    const password = await ask(`Senha nova de ${email}: `);
    if (isTerminal && (await ask('A mesma senha, outra vez: ')) !== password)
      throw settingsError('Nada foi alterado: as duas senhas são diferentes.');
    return password;
  } finally {
    input.close();
  }
}

function expectPassword(siteUrl: string, email: string, typed: string): string {
  const result = NewPassword.safeParse({ password: typed });
  try {
    if (result.success) refuseWeakPassword({ storeName: '', siteUrl }, { name: '', email }, result.data.password);
  } catch (refused) {
    throw isRefusal(refused) ? settingsError(`Nada foi alterado. ${refused.message}`) : refused;
  }
  if (result.success) return result.data.password;
  const sentences = result.error.issues.map(({ message }) => message);
  throw settingsError(`Nada foi alterado. ${sentences.join(' ')}`);
}
