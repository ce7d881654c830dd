import type { ChargeIdentity } from '#src/domain/payments/pix-provider.ts';
import { failureReason } from './bank-connection.ts';
import type { ApiPix } from './context.ts';
import { readCharge } from './read-charge.ts';

export async function cancelCharge(bank: ApiPix, { reference }: ChargeIdentity, deadline: Date): Promise<void> {
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const response = await bank.connection.call({ method: 'PATCH', path: `/cob/${reference}`, body }, deadline);
  if (response.outcome === 'done') return;
  const reading = await readCharge(bank, { reference, providerChargeId: null }, deadline);
  const isClosed =
    reading.outcome === 'missing' || (reading.outcome === 'found' && reading.snapshot.state === 'cancelled');
  if (!isClosed) throw new Error(`the bank did not close the charge (${failureReason(response)})`);
}
