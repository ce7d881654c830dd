import { Mail } from 'lucide-react';
import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import type { Done, Purchase } from '#src/wire/purchases/purchases.ts';
import { RESEND_LIMIT, RESENT_ENOUGH } from '#src/wire/purchases/resends.ts';
import { Spinner } from '../ui/states/spinner.tsx';
import { Section } from './section.tsx';

export function Receipt({ purchase }: { purchase: Purchase }) {
  const [sentCount, setSentCount] = useState(0);
  const [isSending, setSending] = useState(false);

  async function resend(): Promise<void> {
    if (isSending) return;
    if (sentCount >= RESEND_LIMIT) return refuse(`${RESENT_ENOUGH}. Confira o spam ou fale com o suporte.`);
    setSending(true);
    try {
      const { message } = await api.post<Done>(`/api/payments/resend-email/${purchase.id}`, {
        email: purchase.customerEmail,
        customerName: purchase.customerName,
      });
      setSentCount((count) => count + 1);
      showToast({ tone: 'success', title: 'E-mail enviado', description: message });
    } catch (error) {
      if (error instanceof ApiError && error.status === 429)
        refuse(sentenceOf(error, 'Espere um pouco antes de pedir o próximo reenvio.'));
      else showToast({ tone: 'danger', title: 'Erro ao enviar', description: sentenceOf(error) });
    } finally {
      setSending(false);
    }
  }

  return (
    <Section title="Recibo por e-mail">
      <p className="max-w-[60ch] text-muted">
        Enviamos para <strong className="wrap-anywhere font-semibold text-foreground">{purchase.customerEmail}</strong>.
        Não chegou? Confira o spam ou peça de novo.
      </p>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void resend();
        }}
        className="mt-4"
      >
        <input type="hidden" name="intent" value="resend" />
        <input type="hidden" name="email" value={purchase.customerEmail} />
        <button type="submit" aria-disabled={isSending} className="button-2">
          {isSending ? <Spinner className="size-4.5" /> : <Mail aria-hidden className="size-4.5" />}
          Reenviar e-mail
        </button>
      </form>
    </Section>
  );
}

function refuse(description: string): void {
  showToast({ tone: 'warning', title: 'Limite atingido', description });
}
