import type { SetupFinding, SetupStep } from '#src/domain/payments/pix-provider.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { webhookAddress } from '#src/wire/payments/pix-providers.ts';
import { type BankResponse, hasStatus, readBody } from '../bank-calls.ts';
import { deadlineIn } from '../deadline-in.ts';
import { checkClock, failed, passed } from '../setup-findings.ts';
import { failureReason } from './bank-connection.ts';
import type { ApiPix } from './context.ts';
import { judgeCertificate } from './judge-certificate.ts';
import { RegisteredWebhook } from './schemas.ts';

export async function* checkSetup(bank: ApiPix): AsyncGenerator<SetupStep> {
  const deadline = deadlineIn(INSPECTION_TIME_MS);
  yield { asking: 'certificate' };
  yield { found: await checkCertificate(bank) };
  yield { asking: 'access' };
  const tokenResponse = await bank.connection.fetchToken(deadline);
  const access = checkAccess(tokenResponse);
  yield { found: access };
  if (!access.isRight) return;
  yield { asking: 'key' };
  const path = `/webhook/${encodeURIComponent(bank.options.pixKey)}`;
  const webhook = await bank.connection.call({ method: 'GET', path }, deadline);
  yield { found: checkKey(webhook) };
  yield { found: checkWebhook(bank, webhook) };
  const clock = checkClock(bank.options.clock, tokenResponse, 'banco');
  yield { found: clock ?? passed('clock', 'O banco não diz as horas: confira o relógio do servidor.') };
}

export async function registerWebhook(bank: ApiPix): Promise<SetupFinding> {
  const address = ownAddress(bank);
  if (!address) return failed('webhook', 'Defina PIX_WEBHOOK_SECRET antes de registrar o endereço dos avisos.');
  const response = await bank.connection.call(
    {
      method: 'PUT',
      path: `/webhook/${encodeURIComponent(bank.options.pixKey)}`,
      body: { webhookUrl: address },
      headers: bank.profile.webhookHeaders,
    },
    deadlineIn(INSPECTION_TIME_MS),
  );
  return response.outcome === 'done'
    ? passed('webhook', `O banco vai avisar em ${webhookAddress(bank.options.siteUrl, 'pix', '…')}.`)
    : failed('webhook', `O banco não registrou o endereço dos avisos (${failureReason(response)}).`);
}

async function checkCertificate({ options }: ApiPix): Promise<SetupFinding> {
  const verdict = await judgeCertificate(options.certificates, options.clock.now());
  if (!verdict) {
    return failed('certificate', 'Nenhum certificado definido: bancos de verdade pedem um em PIX_CERT_PATH.');
  }
  const { isRight, endsAt, sentence } = verdict;
  if (!isRight || !endsAt) return { subject: 'certificate', isRight, sentence };
  const end = new Date(endsAt);
  const restDays = (end.getTime() - options.clock.now().getTime()) / DAY_MS;
  return restDays < SOON_DAYS
    ? failed('certificate', `O certificado vence em ${formatDay(end)}. Renove antes disso.`)
    : passed('certificate', sentence);
}

function checkAccess(response: BankResponse): SetupFinding {
  if (response.outcome === 'done') return passed('access', 'O banco aceitou o certificado e as credenciais.');
  if (response.outcome === 'silent') {
    return failed(
      'access',
      `O banco não respondeu (${response.reason}). Confira PIX_API_URL, PIX_OAUTH_URL e o certificado.`,
    );
  }
  return failed(
    'access',
    `O banco recusou as credenciais (${failureReason(response)}). Confira PIX_CLIENT_ID, PIX_CLIENT_SECRET e o certificado.`,
  );
}

function checkKey(response: BankResponse): SetupFinding {
  if (response.outcome === 'done' || hasStatus(response, 404)) {
    return passed('key', 'O banco conhece a chave Pix desta conta.');
  }
  return failed(
    'key',
    `O banco não deu acesso à chave (${failureReason(response)}). Confira PIX_KEY e as permissões da aplicação.`,
  );
}

function checkWebhook(bank: ApiPix, response: BankResponse): SetupFinding {
  const address = ownAddress(bank);
  if (!address)
    return failed('webhook', 'PIX_WEBHOOK_SECRET não está definido: a loja só saberá dos pagamentos por consulta.');
  const registered = readBody(response, RegisteredWebhook);
  if (!registered)
    return failed(
      'webhook',
      'Nenhum endereço registrado para os avisos. Registre-o em Configurações, Banco, ou com npm run pix:webhook.',
    );
  return registered.webhookUrl.startsWith(address)
    ? passed('webhook', 'O banco avisa no endereço desta loja.')
    : failed(
        'webhook',
        'O banco avisa em outro endereço. Registre o desta loja em Configurações, Banco, ou com npm run pix:webhook.',
      );
}

function ownAddress({ options: { siteUrl, webhookSecret } }: ApiPix): string | null {
  return webhookSecret ? webhookAddress(siteUrl, 'pix', webhookSecret) : null;
}

const INSPECTION_TIME_MS = 12_000;
const SOON_DAYS = 21;
