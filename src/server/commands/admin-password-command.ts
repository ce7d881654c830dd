import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { type Administrator, listAdministrators, replaceAdministratorPassword } from '#db/administrator-password.ts';
import { databasePath, isFileUrl } from '#db/client.ts';
import { Login } from '#src/wire/access/auth.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { openPasswords } from '../shop/passwords.ts';
import { exitWith } from './exit-with.ts';

export async function runAdminPassword(): Promise<void> {
  await obey().then((sentence) => process.stdout.write(`${sentence}\n`), exitWith);
}

async function obey(): Promise<string> {
  makeFilesPrivately();
  const typedEmail = readArgument();
  const { DATABASE_URL, siteUrl } = readOwnSettings();
  const { id, email } = await findAdministrator(DATABASE_URL, typedEmail);
  const passwordHash = await openPasswords().hash(expectPassword(email, await readPassword(email)));
  const ended = await replaceAdministratorPassword(DATABASE_URL, id, passwordHash);
  return `A senha de ${email} foi trocada. Sessões encerradas: ${ended}. Entre com a senha nova em ${siteUrl}/login.`;
}

function readArgument(): string {
  const [email, ...others] = process.argv.slice(2);
  if (email && others.length === 0) return email;
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

function expectPassword(email: string, password: string): string {
  const result = Login.safeParse({ email, password });
  if (result.success) return result.data.password;
  const sentences = result.error.issues.map(({ message }) => message);
  throw settingsError(`Nada foi alterado. ${sentences.join(' ')}`);
}
