import * as z from 'zod/mini';
import type { Finding } from '#src/domain/pix.ts';
import { formatDay } from '#src/wire/dates.ts';
import { right, wrong } from '../findings.ts';
import { RegisteredWebhook } from './answers.ts';
import type { ApiPix } from './api-pix.ts';
import { type BankAnswer, wordOf } from './bank-line.ts';
import { endOfCertificate } from './certificates.ts';

/** Asks the bank for a token and for the key's webhook: what works is said, what does not with what to do next. */
export async function inspect(bank: ApiPix): Promise<Finding[]> {
  const deadline = new Date(Date.now() + INSPECTION_TIME_MS);
  const certificate = judgeCertificate(bank);
  const knock = await bank.line.knock(deadline);
  const access = judgeAccess(knock);
  if (!access.isRight) return [certificate, access];
  const path = `/webhook/${encodeURIComponent(bank.options.pixKey)}`;
  const webhook = await bank.line.call({ method: 'GET', path }, deadline);
  return [certificate, access, judgeKey(webhook), judgeWebhook(bank, webhook), judgeClock(bank, knock)];
}

/** Registers our address for the notices of the key. */
export async function registerNotices(bank: ApiPix): Promise<Finding> {
  const address = webhookAddress(bank);
  if (!address) return wrong('webhook', 'Defina PIX_WEBHOOK_SECRET antes de registrar o endereço dos avisos.');
  const answer = await bank.line.call(
    {
      method: 'PUT',
      path: `/webhook/${encodeURIComponent(bank.options.pixKey)}`,
      body: { webhookUrl: address },
      headers: bank.ways.webhookHeaders,
    },
    new Date(Date.now() + INSPECTION_TIME_MS),
  );
  return answer.outcome === 'done'
    ? right('webhook', `O banco vai avisar em ${bank.options.siteUrl}/api/webhooks/pix/….`)
    : wrong('webhook', `O banco não registrou o endereço dos avisos (${wordOf(answer)}).`);
}

function judgeCertificate({ options }: ApiPix): Finding {
  if (!options.certificates.certPath) {
    return wrong('certificate', 'Nenhum certificado definido: bancos de verdade pedem um em PIX_CERT_PATH.');
  }
  const end = endOfCertificate(options.certificates);
  if (!end) return right('certificate', 'Certificado carregado.');
  const restDays = (end.getTime() - options.clock.now().getTime()) / DAY_MS;
  if (restDays < 0) return wrong('certificate', `O certificado venceu em ${formatDay(end)}. Gere outro no banco.`);
  return restDays < SOON_DAYS
    ? wrong('certificate', `O certificado vence em ${formatDay(end)}. Renove antes disso.`)
    : right('certificate', `Certificado válido até ${formatDay(end)}.`);
}

function judgeAccess(answer: BankAnswer): Finding {
  if (answer.outcome === 'done') return right('access', 'O banco aceitou o certificado e as credenciais.');
  if (answer.outcome === 'silent') {
    return wrong(
      'access',
      `O banco não respondeu (${answer.reason}). Confira PIX_API_URL, PIX_OAUTH_URL e o certificado.`,
    );
  }
  return wrong(
    'access',
    `O banco recusou as credenciais (${wordOf(answer)}). Confira PIX_CLIENT_ID, PIX_CLIENT_SECRET e o certificado.`,
  );
}

function judgeKey(answer: BankAnswer): Finding {
  if (answer.outcome === 'done' || (answer.outcome === 'refused' && answer.status === 404)) {
    return right('key', 'O banco conhece a chave Pix desta conta.');
  }
  return wrong(
    'key',
    `O banco não deu acesso à chave (${wordOf(answer)}). Confira PIX_KEY e as permissões da aplicação.`,
  );
}

function judgeWebhook(bank: ApiPix, answer: BankAnswer): Finding {
  const address = webhookAddress(bank);
  if (!address)
    return wrong('webhook', 'PIX_WEBHOOK_SECRET não está definido: a loja só saberá dos pagamentos por consulta.');
  const read = answer.outcome === 'done' ? z.safeParse(RegisteredWebhook, answer.body) : undefined;
  if (!read?.success) return wrong('webhook', 'Nenhum endereço registrado para os avisos. Rode npm run pix:webhook.');
  return read.data.webhookUrl.startsWith(address)
    ? right('webhook', 'O banco avisa no endereço desta loja.')
    : wrong('webhook', 'O banco avisa em outro endereço. Rode npm run pix:webhook para trocar.');
}

function judgeClock({ options }: ApiPix, answer: BankAnswer): Finding {
  const bankTime = answer.outcome !== 'silent' && answer.date ? Date.parse(answer.date) : Number.NaN;
  const offSeconds = Math.round(Math.abs(options.clock.now().getTime() - bankTime) / 1000);
  if (Number.isNaN(offSeconds)) return right('clock', 'O banco não diz as horas: confira o relógio do servidor.');
  return offSeconds > WRONG_SECONDS
    ? wrong('clock', `O relógio deste servidor difere ${offSeconds} s do relógio do banco. Ative o NTP.`)
    : right('clock', 'O relógio deste servidor está certo.');
}

function webhookAddress({ options }: ApiPix): string | null {
  return options.webhookSecret ? `${options.siteUrl}/api/webhooks/pix/${options.webhookSecret}` : null;
}

const INSPECTION_TIME_MS = 12_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 21;
const WRONG_SECONDS = 60;
