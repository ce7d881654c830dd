import * as z from 'zod/mini';
import type { SetupFinding, SetupStep } from '#src/domain/payments/pix-provider.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { MINIMUM_CHARGE } from '#src/wire/basics/money.ts';
import { webhookAddress } from '#src/wire/payments/pix-providers.ts';
import { type BankResponse, hasStatus, readBody, withRetries } from '../bank-calls.ts';
import { deadlineIn } from '../deadline-in.ts';
import { checkClock, failed, passed } from '../setup-findings.ts';
import type { MercadoPago } from './context.ts';
import { codeOf } from './error-reasons.ts';

export async function* checkSetup(bank: MercadoPago): AsyncGenerator<SetupStep> {
  const deadline = deadlineIn(bank.patienceMs);
  const now = bank.clock.now().getTime();
  const begin_date = new Date(now - HOUR_MS).toISOString();
  const query = { begin_date, end_date: new Date(now).toISOString(), limit: '1' };
  const ask = (path: string, parameters?: Record<string, string>) =>
    withRetries(() => bank.api.send({ method: 'GET', path, query: parameters }, deadline), deadline);
  yield { asking: 'access' };
  const { response: orders } = await ask('/v1/orders', query);
  const access = checkAccess(bank, orders);
  yield { found: access };
  if (access.isRight) {
    yield { asking: 'key' };
    const { response: methods } = await ask('/v1/payment_methods');
    yield { found: checkPix(methods) };
  }
  yield { found: checkWebhook(bank) };
  const clock = checkClock(bank.clock, orders, 'Mercado Pago');
  if (clock) yield { found: clock };
}

function checkAccess({ isTestToken }: MercadoPago, response: BankResponse): SetupFinding {
  if (readBody(response, Orders)) {
    const note = isTestToken ? ' Ele é de teste: nenhum pagamento será real.' : '';
    return passed('access', `O Mercado Pago aceitou o token de acesso.${note}`);
  }
  if (hasStatus(response, 401, 403)) {
    return failed(
      'access',
      'O Mercado Pago recusou o token de acesso. Copie o Access Token de Suas integrações > Credenciais de produção para MERCADOPAGO_ACCESS_TOKEN.',
    );
  }
  return failed(
    'access',
    `O Mercado Pago não respondeu como devia (${codeOf(response)}). Confira a rede e MERCADOPAGO_API_URL.`,
  );
}

/** The API cannot say whether a Pix key is registered; only a charge can. */
function checkPix(response: BankResponse): SetupFinding {
  const methods = readBody(response, PaymentMethods);
  if (!methods) {
    return failed(
      'key',
      `Não foi possível saber se o Pix está ativo (${codeOf(response)}). Faça a cobrança de ${MINIMUM_CHARGE}.`,
    );
  }
  const isActive = methods.some(({ id, status }) => id === 'pix' && (status ?? 'active') === 'active');
  return isActive
    ? passed(
        'key',
        `O Pix está ativo nesta conta. A cobrança de ${MINIMUM_CHARGE} confirma que há uma chave Pix cadastrada.`,
      )
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

const Orders = z.object({ data: z.array(z.unknown()) });
const PaymentMethods = z.array(z.object({ id: z.string(), status: z.nullish(z.string()) }));
