import { useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import type { PaymentStatusCheck } from '#src/wire/purchases/purchases.ts';

export type VerificationTitles = { pending: string; refused: string };

export type Verification = ReturnType<typeof useVerification>;

/** `answer` is what the bank said when it did not confirm the payment. */
export function useVerification(transactionId: string, titles: VerificationTitles, onNews: () => Promise<void>) {
  const [isVerifying, setVerifying] = useState(false);
  const [answer, setAnswer] = useState<{ title: string; message: string } | null>(null);

  async function verify(): Promise<void> {
    if (isVerifying) return;
    setVerifying(true);
    setAnswer(null);
    try {
      const { data, message } = await api.get<PaymentStatusCheck>(`/api/payments/status/${transactionId}`);
      if (data.status === 'pending') setAnswer({ title: titles.pending, message });
      else await onNews();
      if (data.status !== 'pending' && data.status !== 'approved') setAnswer({ title: titles.refused, message });
    } catch (error) {
      showToast({ tone: 'danger', title: 'Erro ao verificar pagamento', description: sentenceOf(error) });
    } finally {
      setVerifying(false);
    }
  }

  return { isVerifying, answer, verify };
}
