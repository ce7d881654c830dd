import * as z from 'zod/mini';
import type { SetupFinding } from '#src/domain/payments/pix-provider.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { webhookAddress } from '#src/wire/payments/pix-providers.ts';
import { deadlineIn } from '../deadline-in.ts';
import { failed, passed } from '../setup-findings.ts';
import type { MercadoPago } from './context.ts';
import { codeOf } from './error-reasons.ts';
import { hasStatus, isSuccess, type OrdersResponse, withRetries } from './orders-api.ts';

export async function checkSetup(bank: MercadoPago): Promise<SetupFinding[]> {
  const deadline = deadlineIn(bank.patienceMs);
  const now = bank.clock.now().getTime();
  const begin_date = new Date(now - HOUR_MS).toISOString();
  const query = { begin_date, end_date: new Date(now).toISOString(), limit: '1' };
  const ask = (path: string, parameters?: Record<string, string>) =>
    withRetries(() => bank.api.send({ method: 'GET', path, query: parameters }, deadline), deadline);
  const orders = await ask('/v1/orders', query);
  const access = checkAccess(bank, orders);
  const clock = checkClock(bank, orders);
  if (!access.isRight) return [access, checkWebhook(bank), ...clock];
  return [access, checkPix(await ask('/v1/payment_methods')), checkWebhook(bank), ...clock];
}

function checkAccess({ isTestToken }: MercadoPago, response: OrdersResponse): SetupFinding {
  if (isSuccess(response) && z.safeParse(Orders, response.body).success) {
    const note = isTestToken ? ' Ele é de teste: nenhum pagamento será real.' : '';
    return passed('access', `O Mercado Pago aceitou o token de acesso.${note}`);
  }
  if (hasStatus(response, 401, 403)) {
    return failed(
      'access',
      'O Mercado Pago recusou o token de acesso. Copie o Access Token de Suas integrações > Credenciais de produção para MERCADOPAGO_ACCESS_TOKEN.',
    );
  }
  const word = isSuccess(response) ? 'unreadable_response' : codeOf(response);
  return failed('access', `O Mercado Pago não respondeu como devia (${word}). Confira a rede e MERCADOPAGO_API_URL.`);
}

/** The API cannot say whether a Pix key is registered; only a charge can. */
function checkPix(response: OrdersResponse): SetupFinding {
  const read = isSuccess(response) ? z.safeParse(PaymentMethods, response.body) : undefined;
  if (!read?.success) {
    return failed(
      'key',
      `Não foi possível saber se o Pix está ativo (${codeOf(response)}). Faça a cobrança de R$ 0,50.`,
    );
  }
  const isActive = read.data.some(({ id, status }) => id === 'pix' && (status ?? 'active') === 'active');
  return isActive
    ? passed('key', 'O Pix está ativo nesta conta. A cobrança de R$ 0,50 confirma que há uma chave Pix cadastrada.')
    : failed('key', 'O Pix não está ativo nesta conta. Cadastre uma chave Pix no app do Mercado Pago.');
}

function checkWebhook({ webhookSecret, siteUrl }: MercadoPago): SetupFinding {
  const place = `Em Suas integrações > Webhooks, o endereço de produção é ${webhookAddress(siteUrl, 'mercadopago')}, com o evento Order (Mercado Pago).`;
  if (!webhookSecret) {
    return failed(
      'webhook',
      `MERCADOPAGO_WEBHOOK_SECRET não está definido: a loja só saberá dos pagamentos por consulta. ${place} Copie de lá a assinatura secreta.`,
    );
  }
  if (!siteUrl.startsWith('https://')) {
    return failed('webhook', `O Mercado Pago só avisa endereços https, e SITE_URL é ${siteUrl}. ${place}`);
  }
  return passed('webhook', `A assinatura secreta está definida. ${place}`);
}

function checkClock({ clock }: MercadoPago, response: OrdersResponse): SetupFinding[] {
  const bankTime = response.kind === 'received' && response.date ? Date.parse(response.date) : Number.NaN;
  if (Number.isNaN(bankTime)) return [];
  const offSeconds = Math.round(Math.abs(clock.now().getTime() - bankTime) / 1000);
  return [
    offSeconds > WRONG_SECONDS
      ? failed('clock', `O relógio deste servidor difere ${offSeconds} s do relógio do Mercado Pago. Ative o NTP.`)
      : passed('clock', 'O relógio deste servidor está certo.'),
  ];
}

const Orders = z.object({ data: z.array(z.unknown()) });
const PaymentMethods = z.array(z.object({ id: z.string(), status: z.nullish(z.string()) }));

const WRONG_SECONDS = 60;
