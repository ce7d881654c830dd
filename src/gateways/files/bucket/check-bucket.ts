import { randomBytes } from 'node:crypto';
import type { BucketSettings } from '#src/config.ts';
import { BACKUP_BUCKET_PARTS, BUCKET_PARTS, type BucketPart } from '#src/wire/backups/bucket-parts.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { CheckStep, Finding } from '#src/wire/upkeep/findings.ts';
import { type BucketCalls, type BucketTimeouts, openBucketCalls } from './bucket-calls.ts';
import { type BucketWords, OF_SCREEN, sentenceOf } from './bucket-sentences.ts';
import { elementsOf, textOf, textsOf } from './bucket-xml.ts';

/** Tries all that the shop does with its files, on one of its own that it removes again. */
export function checkBucket(settings: BucketSettings, timeouts?: BucketTimeouts): AsyncIterable<CheckStep> {
  return runSteps(PARTS, settings, { timeouts });
}

/** Tries what backups need; nobody gets a link to them. */
export function checkBackupBucket(settings: BucketSettings): AsyncIterable<CheckStep> {
  return runSteps(BACKUP_BUCKET_PARTS, settings, { words: OF_SCREEN });
}

async function* runSteps(
  parts: readonly BucketPart[],
  settings: BucketSettings,
  { timeouts, words }: { timeouts?: BucketTimeouts | undefined; words?: BucketWords },
): AsyncGenerator<CheckStep> {
  const calls = openBucketCalls(settings, timeouts);
  // No address names a file with a leading dot.
  const key = `${settings.prefix}.files-check-${randomBytes(8).toString('hex')}`;
  let mayBeWritten = false;
  try {
    for (const part of parts) {
      const name = BUCKET_PARTS[part];
      yield { asking: name };
      mayBeWritten ||= part === 'writing';
      const judged = await STEPS[part]({ calls, settings, key }).catch((error: unknown) =>
        wrong(sentenceOf(error, settings, words)),
      );
      yield { found: { name, toCopy: null, ...judged } };
      // Nothing else can succeed without these, and the first sentence says why.
      if (judged.state === 'wrong' && DECISIVE.includes(part)) break;
    }
  } finally {
    // A finding of its own says whether the key may delete.
    if (mayBeWritten) await calls.ask({ method: 'DELETE', key, accepts: [404] }).catch(() => undefined);
    await calls.close();
  }
}

type Place = { calls: BucketCalls; settings: BucketSettings; key: string };
type Step = (place: Place) => Promise<Pick<Finding, 'state' | 'sentence'>>;

const CONTENT = Buffer.from('Arquivo de teste da loja; pode ser apagado.');
const PARTS = Object.keys(BUCKET_PARTS) as BucketPart[];
const DECISIVE: readonly BucketPart[] = ['access', 'writing'];

const STEPS: Record<BucketPart, Step> = {
  access: checkAccess,
  clock: checkClock,
  writing: checkWriting,
  listing: checkListing,
  reading: checkReading,
  link: checkLink,
  multipart: checkMultipart,
  strangers: checkStrangers,
  deleting: checkDeleting,
  lifecycle: checkLifecycle,
};

async function checkAccess({ calls, settings }: Place) {
  await calls.ask({ method: 'GET', query: firstOf(settings) });
  return right(`O balde ${settings.bucket} respondeu em ${new URL(settings.endpoint).host} e aceitou a chave.`);
}

async function checkClock({ calls, settings }: Place) {
  const { headers } = await calls.ask({ method: 'GET', query: firstOf(settings) });
  const theirs = Date.parse(String(headers['date'] ?? ''));
  if (Number.isNaN(theirs)) return warning('O armazenamento não diz que horas são.');
  const differenceMs = Math.abs(Date.now() - theirs);
  if (differenceMs <= MINUTE_MS) return right('O relógio deste servidor está certo.');
  const minutes = Math.round(differenceMs / MINUTE_MS);
  return wrong(
    `O relógio deste servidor difere ${minutes} min do relógio do armazenamento. Acerte-o com NTP: com 15 min ele recusa tudo.`,
  );
}

function firstOf({ prefix }: BucketSettings): Record<string, string> {
  return { 'list-type': '2', 'max-keys': '1', prefix };
}

async function checkWriting({ calls, key }: Place) {
  await calls.ask({ method: 'PUT', key, body: CONTENT, headers: { 'content-type': 'text/plain' } });
  return right('Um arquivo de teste foi gravado.');
}

async function checkListing({ calls, key }: Place) {
  const { text } = await calls.ask({ method: 'GET', query: { 'list-type': '2', prefix: key } });
  if (elementsOf(text, 'Contents').some((entry) => textOf(entry, 'Key') === key)) {
    return right('O arquivo de teste aparece na lista, de que a limpeza e o backup precisam.');
  }
  return wrong('O arquivo gravado não aparece na lista: a limpeza e o backup não o veriam.');
}

async function checkReading({ calls, key }: Place) {
  const { statusCode, text } = await calls.ask({ method: 'GET', key, headers: { range: 'bytes=8-15' } });
  if (statusCode === 206 && text === CONTENT.toString('utf8', 8, 16)) return right('O pedaço pedido voltou igual.');
  return wrong('O pedaço pedido não voltou como foi gravado: downloads não poderiam ser retomados.');
}

async function checkLink({ calls, settings, key }: Place) {
  const disposition = 'attachment; filename="teste da loja.txt"';
  const link = await calls.link(key, 60, { 'response-content-disposition': disposition });
  const { statusCode, headers, text } = await calls.follow(link);
  if (statusCode === 200 && text === CONTENT.toString() && headers['content-disposition'] === disposition) {
    return right('O link de 60 s entrega o arquivo com o nome certo.');
  }
  const sentence = `O link de 60 s não entregou o arquivo com o seu nome (${statusCode}).`;
  return settings.isLinked
    ? wrong(`${sentence} Use FILES_DELIVERY=proxy.`)
    : warning(`${sentence} FILES_DELIVERY=redirect não funcionaria.`);
}

async function checkMultipart({ calls, key }: Place) {
  const whole = `${key}-partes`;
  const begun = await calls.ask({ method: 'POST', key: whole, query: { uploads: '' } });
  const uploadId = textOf(begun.text, 'UploadId') ?? '';
  await calls.ask({ method: 'PUT', key: whole, query: { partNumber: '1', uploadId }, body: CONTENT });
  await calls.ask({ method: 'DELETE', key: whole, query: { uploadId } });
  const { statusCode } = await calls.ask({ method: 'HEAD', key: whole, accepts: [404] });
  if (statusCode === 404) return right('Um envio em partes começou e foi cancelado sem deixar nada.');
  await calls.ask({ method: 'DELETE', key: whole });
  return wrong('Um envio em partes que foi cancelado deixou um arquivo.');
}

async function checkStrangers({ calls, key }: Place) {
  const reading = await calls.askAsStranger({ method: 'GET', key });
  const listing = await calls.askAsStranger({ method: 'GET', query: { 'list-type': '2' } });
  if (reading >= 300 && listing >= 300) return right('Sem a chave ninguém lê nem lista os arquivos.');
  return wrong('Qualquer pessoa lê os arquivos do balde, também os vendidos. Desligue o acesso público dele.');
}

async function checkDeleting({ calls, key }: Place) {
  await calls.ask({ method: 'DELETE', key });
  const { statusCode } = await calls.ask({ method: 'HEAD', key, accepts: [404] });
  return statusCode === 404
    ? right('O arquivo de teste foi apagado.')
    : wrong('O arquivo de teste continua lá depois de apagado.');
}

async function checkLifecycle({ calls }: Place) {
  const { statusCode, text } = await calls.ask({
    method: 'GET',
    query: { lifecycle: '' },
    accepts: [400, 403, 404, 405, 501],
  });
  const rules = statusCode < 300 ? elementsOf(text, 'Rule') : [];
  const hasRule = rules.some(
    (rule) =>
      textsOf(rule, 'Status').includes('Enabled') && elementsOf(rule, 'AbortIncompleteMultipartUpload').length > 0,
  );
  if (hasRule) return right('Uma regra do balde remove as partes de envios interrompidos.');
  return warning(
    'Crie no balde uma regra que remova envios em partes incompletos depois de 2 dias (AbortIncompleteMultipartUpload).',
  );
}

function right(sentence: string) {
  return { state: 'right' as const, sentence };
}

function wrong(sentence: string) {
  return { state: 'wrong' as const, sentence };
}

function warning(sentence: string) {
  return { state: 'warning' as const, sentence };
}
