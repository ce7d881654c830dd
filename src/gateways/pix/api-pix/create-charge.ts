import type { ChargeCreation, ChargeRequest } from '#src/domain/payments/pix-provider.ts';
import { type BankResponse, isTransient, withRetries } from '../bank-calls.ts';
import { writeAmount } from '../decimal-amounts.ts';
import { failureReason } from './bank-connection.ts';
import type { ApiPix } from './context.ts';
import { chargeOf } from './map-charge.ts';
import { cobOf } from './read-charge.ts';
import { refusalCode } from './schemas.ts';

export async function createCharge(bank: ApiPix, request: ChargeRequest, deadline: Date): Promise<ChargeCreation> {
  const { options, connection } = bank;
  const path = `/cob/${request.reference}`;
  const lifeSeconds = Math.round((request.expiresAt.getTime() - options.clock.now().getTime()) / 1000);
  const body = {
    calendario: { expiracao: Math.max(lifeSeconds, 60) },
    valor: { original: writeAmount(request.amountCents) },
    chave: options.pixKey,
    solicitacaoPagador: request.description.slice(0, 140),
  };
  const { response } = await withRetries(() => connection.call({ method: 'PUT', path, body }, deadline), deadline);
  if (response.outcome === 'refused' && !isTransient(response))
    return refusedOrFound(bank, request, response, deadline);
  return chargeFrom(bank, response) ?? findAfterLostResponse(bank, request, deadline);
}

/** A bank refuses to repeat a charge that is already paid, so look it up. */
async function refusedOrFound(
  bank: ApiPix,
  request: ChargeRequest,
  response: Extract<BankResponse, { outcome: 'refused' }>,
  deadline: Date,
): Promise<ChargeCreation> {
  const there = await bank.connection.call({ method: 'GET', path: `/cob/${request.reference}` }, deadline);
  const charge = chargeFrom(bank, there);
  if (charge) return charge;
  const isNowhere = there.outcome === 'refused' && !isTransient(there);
  return { outcome: isNowhere ? 'refused' : 'unclear', reason: refusalCode(response.status, response.body) };
}

async function findAfterLostResponse(bank: ApiPix, request: ChargeRequest, deadline: Date): Promise<ChargeCreation> {
  const response = await bank.connection.call({ method: 'GET', path: `/cob/${request.reference}` }, deadline);
  return chargeFrom(bank, response) ?? { outcome: 'unclear', reason: failureReason(response) };
}

function chargeFrom(bank: ApiPix, response: BankResponse): ChargeCreation | undefined {
  const cob = cobOf(response);
  const charge = cob && chargeOf(cob, bank.options);
  return charge && { outcome: 'created', charge };
}
