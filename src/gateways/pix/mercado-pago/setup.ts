import * as z from 'zod/mini';
import type { Finding } from '#src/domain/pix.ts';
import { right, wrong } from '../findings.ts';
import { soon } from '../soon.ts';
import type { MercadoPago } from './mercado-pago.ts';
import { type Answer, hasStatus, isSuccess, withRetries } from './orders-api.ts';
import { codeOf } from './refusals.ts';

/** Two reads that change nothing: the orders of the last hour show that the token works, the means of payment that Pix does. */
export async function inspect(bank: MercadoPago): Promise<Finding[]> {
  const deadline = soon(bank.patienceMs);
  const now = bank.clock.now().getTime();
  const query = { begin_date: new Date(now - HOUR_MS).toISOString(), end_date: new Date(now).toISOString() };
  const ask = (path: string, parameters?: Record<string, string>) =>
    withRetries(() => bank.api.send({ method: 'GET', path, query: parameters }, deadline), deadline);
  const orders = await ask('/v1/orders', query);
  const access = judgeAccess(bank, orders);
  const clock = judgeClock(bank, orders);
  if (!access.isRight) return [access, judgeWebhook(bank), ...clock];
  return [access, judgePix(await ask('/v1/payment_methods')), judgeWebhook(bank), ...clock];
}

function judgeAccess({ isTestToken }: MercadoPago, answer: Answer): Finding {
  if (isSuccess(answer) && z.safeParse(Orders, answer.body).success) {
    const note = isTestToken ? ' Ele é de teste: nenhum pagamento será real.' : '';
    return right('access', `O Mercado Pago aceitou o token de acesso.${note}`);
  }
  if (hasStatus(answer, 401, 403)) {
    return wrong(
      'access',
      'O Mercado Pago recusou o token de acesso. Copie o Access Token de Suas integrações > Credenciais de produção para MERCADOPAGO_ACCESS_TOKEN.',
    );
  }
  const word = isSuccess(answer) ? 'unreadable_answer' : codeOf(answer);
  return wrong('access', `O Mercado Pago não respondeu como devia (${word}). Confira a rede e MERCADOPAGO_API_URL.`);
}

/** Whether a key is registered cannot be asked; a charge tells. */
function judgePix(answer: Answer): Finding {
  const read = isSuccess(answer) ? z.safeParse(PaymentMethods, answer.body) : undefined;
  if (!read?.success) {
    return wrong('key', `Não foi possível saber se o Pix está ativo (${codeOf(answer)}). Faça a cobrança de R$ 0,50.`);
  }
  const isActive = read.data.some(({ id, status }) => id === 'pix' && (status ?? 'active') === 'active');
  return isActive
    ? right('key', 'O Pix está ativo nesta conta. A cobrança de R$ 0,50 confirma que há uma chave Pix cadastrada.')
    : wrong('key', 'O Pix não está ativo nesta conta. Cadastre uma chave Pix no app do Mercado Pago.');
}

/** The bank tells nobody which address stands in its panel. */
function judgeWebhook({ webhookSecret, siteUrl }: MercadoPago): Finding {
  const place = `Em Suas integrações > Webhooks, o endereço de produção é ${siteUrl}/api/webhooks/mercadopago, com o evento Order (Mercado Pago).`;
  if (!webhookSecret) {
    return wrong(
      'webhook',
      `MERCADOPAGO_WEBHOOK_SECRET não está definido: a loja só saberá dos pagamentos por consulta. ${place} Copie de lá a assinatura secreta.`,
    );
  }
  if (!siteUrl.startsWith('https://')) {
    return wrong('webhook', `O Mercado Pago só avisa endereços https, e SITE_URL é ${siteUrl}. ${place}`);
  }
  return right('webhook', `A assinatura secreta está definida. ${place}`);
}

function judgeClock({ clock }: MercadoPago, answer: Answer): Finding[] {
  const bankTime = answer.kind === 'answered' && answer.date ? Date.parse(answer.date) : Number.NaN;
  if (Number.isNaN(bankTime)) return [];
  const offSeconds = Math.round(Math.abs(clock.now().getTime() - bankTime) / 1000);
  return [
    offSeconds > WRONG_SECONDS
      ? wrong('clock', `O relógio deste servidor difere ${offSeconds} s do relógio do Mercado Pago. Ative o NTP.`)
      : right('clock', 'O relógio deste servidor está certo.'),
  ];
}

const Orders = z.object({ data: z.array(z.unknown()) });
const PaymentMethods = z.array(z.object({ id: z.string(), status: z.optional(z.string()) }));

const HOUR_MS = 60 * 60 * 1000;
const WRONG_SECONDS = 60;
