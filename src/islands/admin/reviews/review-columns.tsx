import { Star } from 'lucide-react';
import { Day } from '#src/islands/ui/date-time.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { TwoLines } from '#src/islands/ui/table/two-lines.tsx';
import { type ListedReview, REVIEW_STATES, type ReviewState, starsText } from '#src/wire/reviews/reviews.ts';

export const ERASED_TEXT = 'Texto apagado a pedido';

export const REVIEW_COLUMNS: readonly Column<ListedReview>[] = [
  {
    id: 'text',
    header: 'Avaliação',
    card: 'title',
    cell: ({ title, body }) => <TwoLines first={title || ERASED_TEXT} second={body} />,
  },
  {
    id: 'rating',
    header: 'Nota',
    sortKey: 'rating',
    width: 'w-20',
    card: 'aside',
    cell: ({ rating }) => (
      <span role="img" aria-label={starsText(rating)} className="inline-flex items-center gap-1 tabular-nums">
        {rating}
        <Star aria-hidden className="size-3.5 fill-current text-accent" />
      </span>
    ),
  },
  {
    id: 'product',
    header: 'Produto',
    sortKey: 'product',
    width: 'w-[24%]',
    cell: ({ productName, customerName }) => <TwoLines first={productName} second={customerName} />,
  },
  {
    id: 'writtenAt',
    header: 'Escrita em',
    sortKey: 'writtenAt',
    width: 'w-32',
    isMinor: true,
    cell: ({ writtenAt }) => <Day at={writtenAt} />,
  },
  {
    id: 'state',
    header: 'Situação',
    width: 'w-44',
    card: 'foot',
    cell: ({ state }) => <Badge tone={TONES[state]}>{REVIEW_STATES[state]}</Badge>,
  },
];

const TONES: Record<ReviewState, BadgeTone> = { pending: 'warning', shown: 'success', hidden: 'neutral' };
