import type { Purchase } from '#src/wire/purchases/purchases.ts';

export type PixPhase = 'waiting' | 'checking' | 'offline' | 'confirmed' | 'expired' | 'failed';

type Facts = { purchase: Purchase | null; isOverdue: boolean; isReachable: boolean; isVerifying: boolean };

/** Server state outranks this device's clock, which outranks pending calls. */
export function phaseOf({ purchase, isOverdue, isReachable, isVerifying }: Facts): PixPhase {
  if (purchase?.paymentStatus === 'COMPLETED') return 'confirmed';
  if (purchase?.paymentStatus === 'FAILED') return purchase.failureReason === 'expired' ? 'expired' : 'failed';
  if (purchase?.paymentStatus === 'REFUNDED') return 'failed';
  if (isOverdue) return 'expired';
  if (isVerifying) return 'checking';
  return isReachable ? 'waiting' : 'offline';
}

export const PHASE_SENTENCES: Record<PixPhase, string> = {
  waiting: 'Aguardando pagamento. A confirmação chega sozinha nesta tela.',
  checking: 'Verificando com o banco…',
  offline: 'Sem internet. Quando a conexão voltar, verificamos de novo.',
  confirmed: 'Pagamento confirmado. Preparando sua entrega…',
  expired: 'O prazo deste código terminou.',
  failed: 'O banco não aceitou este pagamento.',
};
