import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { besideStore, databasePath, isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import { createTestCharge, readTestCharge, testChargeOf } from '#src/domain/payments/bank-checks.ts';
import type { PixProvider, SetupFinding } from '#src/domain/payments/pix-provider.ts';
import { mergeSettings, storedSettings } from '#src/domain/upkeep/settings.ts';
import { drawQrCode } from '#src/gateways/pix/qr-code.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { SETUP_PARTS } from '#src/wire/payments/bank.ts';
import type { SettingValues } from '#src/wire/upkeep/settings-table.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { openChosenBank } from '../shop/banks/live-banks.ts';
import { openBank } from '../shop/banks/open-bank.ts';
import { openEncryption } from '../shop/open-encryption.ts';

export async function runPix(): Promise<void> {
  try {
    const print = (sentence: string) => void process.stdout.write(`${sentence}\n`);
    process.exitCode = (await obeyPix(process.argv.slice(2), readOwnSettings, print)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${problemOfPix(error)}\n`);
    process.exitCode = 1;
  }
}

type Print = (sentence: string) => void;

/** All that the command does, apart from its process. */
export async function obeyPix(words: string[], ownSettings: () => Settings, print: Print): Promise<boolean> {
  const { command, isCharging } = readArguments(words);
  const settings = ownSettings();
  const { pix, values } = await findBank(settings, isCharging, print);
  if (!pix) {
    print(
      'A loja usa o banco de testes, que não tem o que conferir. Nenhum pagamento é real. O seu banco é escolhido em Configurações, Banco.',
    );
    return true;
  }
  if (command === 'webhook') return register(pix, print);
  const isRight = await check(pix, print);
  return isCharging && isRight ? charge(values, pix, print) : isRight;
}

type Found = { pix: PixProvider | null; values: SettingValues };

/** The environment's bank is checked before the first start, too, and while the database is away. */
async function findBank(settings: Settings, isCharging: boolean, print: Print): Promise<Found> {
  const { DATABASE_URL, given, isBankGiven, siteUrl } = settings;
  const found: Found = { pix: null, values: mergeSettings(given, {}) };
  const opening = { siteUrl, clock: CLOCK, openSandbox: neverHere, receiverName: () => found.values.storeName };
  if (isBankGiven && settings.PAYMENT_PROVIDER !== 'sandbox') found.pix = await openBank(settings, opening);
  if (isBankGiven && !isCharging) return found;
  if (isFileUrl(DATABASE_URL) && !existsSync(databasePath(DATABASE_URL))) return found;
  try {
    await besideStore(DATABASE_URL, async (db) => {
      found.values = mergeSettings(given, await storedSettings({ db }));
      if (!isBankGiven) found.pix = await openChosenBank({ db, encryption: openEncryption(settings) }, opening);
    });
    return found;
  } catch (error) {
    if (!found.pix) throw error;
    const code = errorCode(error, 'unknown');
    print(`O banco de dados da loja não respondeu (${code}): a cobrança leva só o que está no servidor.`);
    return found;
  }
}

async function check(pix: PixProvider, print: Print): Promise<boolean> {
  let isRight = true;
  for await (const step of pix.checkSetup()) {
    if (!('found' in step)) continue;
    printFinding(step.found, print);
    isRight &&= step.found.isRight;
  }
  return isRight;
}

async function register(pix: PixProvider, print: Print): Promise<boolean> {
  if (!pix.registerWebhook) {
    print('Este banco registra o endereço dos avisos no próprio painel: veja docs/operations.md.');
    return false;
  }
  const finding = await pix.registerWebhook();
  printFinding(finding, print);
  return finding.isRight;
}

async function charge(shop: SettingValues, pix: PixProvider, print: Print): Promise<boolean> {
  const { reference, amount, pixCopyPaste } = await createTestCharge({
    pix,
    clock: CLOCK,
    drawQrCode: async (text) => drawQrCode(text),
    ...testChargeOf(shop),
  });
  print(`Cobrança de teste de ${amount} criada. Pague com este código no app do seu banco:\n\n${pixCopyPaste}\n`);
  for (const waitUntil = Date.now() + WAIT_MS; Date.now() < waitUntil; await wait(POLL_EVERY_MS)) {
    const { state } = await readTestCharge({ pix, formerBanks: [] }, reference);
    if (state === 'paid') {
      print('Pagamento recebido: o caminho inteiro funciona. O valor pode ser devolvido no painel do banco.');
      return true;
    }
    if (state !== 'waiting') break;
  }
  print('O pagamento não chegou a tempo. A cobrança vence sozinha.');
  return false;
}

function printFinding({ subject, isRight, sentence }: SetupFinding, print: Print): void {
  print(`${isRight ? '✓' : '✗'} ${SETUP_PARTS[subject]}: ${sentence}`);
}

const CLOCK = { now: () => new Date() };
const WAIT_MS = 10 * MINUTE_MS;
const POLL_EVERY_MS = 5_000;

function neverHere(): never {
  throw new Error('The sandbox bank is not opened by this command.');
}

function readArguments(args: string[]): { command: string; isCharging: boolean } {
  const options = { charge: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  return { command: positionals[0] ?? 'check', isCharging: values.charge };
}

export function problemOfPix(error: unknown): string {
  const isForOwner = error instanceof Error && 'kind' in error;
  return isForOwner ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
}
