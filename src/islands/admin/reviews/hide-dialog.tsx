import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { HIDING_REASONS, type ListedReview } from '#src/wire/reviews/reviews.ts';
import { REVIEWS_PATH, reviewCall } from './review-paths.ts';

export function HideDialog({ review, onClose }: { review: ListedReview; onClose: () => void }) {
  const [reason, setReason] = useState<string>('spam');
  return (
    <ConfirmedChange
      run={() => api.post(reviewCall(review.id, 'hide'), { reason, writtenAt: review.writtenAt })}
      refresh={[REVIEWS_PATH]}
      done={{ title: 'Avaliação oculta', description: 'A página diz quantas a loja ocultou.' }}
      failed="Falha ao ocultar a avaliação"
      onClose={onClose}
      title="Ocultar avaliação"
      description={`${review.title}: o texto e a nota saem da página de ${review.productName}, e o motivo fica guardado. Uma crítica não é motivo.`}
      confirmLabel="Ocultar"
      busyLabel="Ocultando..."
    >
      <Select label="Motivo" value={reason} onChange={setReason} options={REASONS} />
    </ConfirmedChange>
  );
}

const REASONS = Object.entries(HIDING_REASONS).map(([value, label]) => ({ value, label }));
