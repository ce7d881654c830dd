import { useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import type { PaymentStatusCheck } from '#src/wire/purchases.ts';

export type VerificationTitles = { pending: string; refused: string };

export function useVerification(transactionId: string, titles: VerificationTitles, onNews: () => Promise<void>) {
  const [isVerifying, setVerifying] = useState(false);

  async function verify(): Promise<void> {
    if (isVerifying) return;
    setVerifying(true);
    try {
      const { data, message } = await api.get<PaymentStatusCheck>(`/api/payments/status/${transactionId}`);
      if (data.status === 'pending') showToast({ tone: 'warning', title: titles.pending, description: message });
      else if (data.status !== 'approved') showToast({ tone: 'danger', title: titles.refused, description: message });
      if (data.status !== 'pending') await onNews();
    } catch (error) {
      showToast({ tone: 'danger', title: 'Erro ao verificar pagamento', description: sentenceOf(error) });
    } finally {
      setVerifying(false);
    }
  }

  return { isVerifying, verify };
}
