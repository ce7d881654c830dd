import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readSettings, type Settings } from '#src/config.ts';
import { chargeTest, inspectBank, readTestCharge, TEST_PAYER } from '#src/domain/bank-setup.ts';
import type { PixProvider } from '#src/domain/pix.ts';
import { drawQrCode } from '#src/gateways/pix/qr-code.ts';
import { type BankSetup, FINDING_NAMES } from '#src/wire/bank.ts';
import { openBank } from './open-bank.ts';

/**
 *   npm run pix:check              says in words what is right and what is wrong with the bank's settings
 *   npm run pix:check -- --charge  also makes a charge of R$ 0,50 and waits until it is paid
 *   npm run pix:webhook            tells the bank where to send its notices
 */
async function main(): Promise<boolean> {
  const { command, isCharging } = readArguments();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  if (settings.PAYMENT_PROVIDER === 'sandbox') {
    say('PAYMENT_PROVIDER=sandbox: o banco de testes está pronto e não tem o que conferir. Nenhum pagamento é real.');
    return true;
  }
  const pix = openBank(settings, CLOCK, neverHere);
  if (command === 'webhook') return register(pix);
  const isRight = await check(pix);
  return isCharging && isRight ? charge(settings, pix) : isRight;
}

async function check(pix: PixProvider): Promise<boolean> {
  const { findings } = await inspectBank({ pix });
  findings.forEach(tell);
  return findings.every(({ isRight }) => isRight);
}

async function register(pix: PixProvider): Promise<boolean> {
  if (!pix.registerNotices) {
    say('Este banco registra o endereço dos avisos no próprio painel: veja o README.');
    return false;
  }
  const finding = await pix.registerNotices();
  tell(finding);
  return finding.isRight;
}

async function charge(settings: Settings, pix: PixProvider): Promise<boolean> {
  const payer = { name: settings.STORE_NAME, email: settings.SELLER_EMAIL || TEST_PAYER };
  const { reference, amount, pixCopyPaste } = await chargeTest({ pix, clock: CLOCK, drawQrCode, payer });
  say(`Cobrança de teste de ${amount} criada. Pague com este código no app do seu banco:\n\n${pixCopyPaste}\n`);
  for (const giveUpAt = Date.now() + WAIT_MS; Date.now() < giveUpAt; await wait(LOOK_MS)) {
    const { state } = await readTestCharge({ pix }, reference);
    if (state === 'paid') {
      say('Pagamento recebido: o caminho inteiro funciona. O valor pode ser devolvido no painel do banco.');
      return true;
    }
    if (state === 'closed') break;
  }
  say('O pagamento não chegou a tempo. A cobrança vence sozinha.');
  return false;
}

function tell({ subject, isRight, sentence }: BankSetup['findings'][number]): void {
  say(`${isRight ? '✓' : '✗'} ${FINDING_NAMES[subject] ?? subject}: ${sentence}`);
}

const CLOCK = { now: () => new Date() };
const WAIT_MS = 10 * 60_000;
const LOOK_MS = 5_000;

function neverHere(): never {
  throw new Error('The sandbox bank is not opened by this command.');
}

function readArguments(): { command: string; isCharging: boolean } {
  const options = { charge: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  return { command: positionals[0] ?? 'check', isCharging: values.charge };
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** What the owner can mend is told in one sentence; anything else with all that is known of it. */
function fail(error: unknown): void {
  const isForOwner = error instanceof Error && 'kind' in error;
  process.stderr.write(`${isForOwner ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}

main().then((isRight) => {
  process.exitCode = isRight ? 0 : 1;
}, fail);
