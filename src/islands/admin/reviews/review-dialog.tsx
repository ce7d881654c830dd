import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { HOSTS } from '#src/wire/products/hosts.ts';
import { PLATFORMS } from '#src/wire/products/platforms.ts';
import { AnswerReview, HIDING_REASONS, type ListedReview, starsText } from '#src/wire/reviews/reviews.ts';
import { REVIEWS_PATH, reviewCall } from './review-paths.ts';

/** The whole text, and the answer that stands below it on the page. */
export function ReviewDialog({ review, onClose }: { review: ListedReview; onClose: () => void }) {
  const [answer, setAnswer] = useState(review.answer ?? '');
  const answering = useChange<AnswerReview, ListedReview>({
    run: (body) => api.put(reviewCall(review.id, 'answer'), body),
    refresh: [REVIEWS_PATH],
    told: ({ answer: saved }) => (saved === null ? 'A resposta saiu da página' : 'Resposta salva'),
    done: onClose,
    failed: 'Falha ao salvar a resposta',
  });
  const read = AnswerReview.safeParse({ answer });
  return (
    <FormDialog
      title={review.title}
      description={factsOf(review)}
      submitLabel="Salvar resposta"
      isBusy={answering.isBusy}
      unsavedIn={answer.trim() === (review.answer ?? '') ? null : 'nesta resposta'}
      onSubmit={() => {
        if (read.success) answering.submit(read.data);
      }}
      onClose={onClose}
    >
      <p className="mb-5 wrap-anywhere whitespace-pre-line">{review.body}</p>
      <TextArea
        label="Sua resposta"
        size="small"
        rows={5}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
        hint="Todos a leem, abaixo da avaliação. Vazia, não aparece."
        error={read.success ? null : (read.error.issues[0]?.message ?? null)}
      />
    </FormDialog>
  );
}

function factsOf(review: ListedReview): string {
  const { productName, customerName, rating, editor, system, writtenAt, hiddenReason } = review;
  return [
    productName,
    starsText(rating),
    customerName,
    formatDayTime(writtenAt),
    editor && HOSTS[editor].name,
    system && PLATFORMS[system],
    review.isUncounted && 'compra devolvida ou em análise, fora da média',
    hiddenReason && `oculta: ${HIDING_REASONS[hiddenReason]}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
