import { Download, Eye, EyeOff, MessageSquareText, ReceiptText, SquareArrowOutUpRight, Star } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import { type Rendered, useList } from '#src/islands/admin/list/use-list.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import type { MenuAction } from '#src/islands/ui/overlays/menu-action.ts';
import { productPath } from '#src/wire/products/product-urls.ts';
import { type ListedReview, RATING_NAMES, REVIEW_LIST, REVIEW_STATES } from '#src/wire/reviews/reviews.ts';
import { ERASED_TEXT, REVIEW_COLUMNS } from './review-columns.tsx';
import { REVIEWS_PATH, reviewCall } from './review-paths.ts';

const ReviewDialog = lazyDialog(async () => (await import('./review-dialog.tsx')).ReviewDialog);
const HideDialog = lazyDialog(async () => (await import('./hide-dialog.tsx')).HideDialog);

export function Reviews({ rendered, renderedSearch }: Rendered<ListedReview>) {
  const list = useList({ list: REVIEW_LIST, rendered, renderedSearch });
  const [reading, setReading] = useState<ListedReview | null>(null);
  const [hiding, setHiding] = useState<ListedReview | null>(null);
  const show = useShowing();
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Avaliações" help="avaliacoes" subtitle="O que quem comprou diz de cada produto." />
      <ListToolbar
        list={list}
        label="Buscar avaliações"
        placeholder="Buscar por texto, produto ou cliente..."
        filters={
          <>
            <ListFilter list={list} name="state" label="Situação" options={STATES} width="sm:w-48" />
            <ListFilter list={list} name="rating" label="Nota" options={RATINGS} width="sm:w-40" />
          </>
        }
      >
        <DownloadLink href={list.csvHref} text="Exportar CSV" isInToolbar />
      </ListToolbar>
      <ListTable
        list={list}
        caption="Avaliações"
        noun={['avaliação', 'avaliações']}
        chosenNoun={['escolhida', 'escolhidas']}
        columns={REVIEW_COLUMNS}
        hasTwoLines
        rowName={nameOf}
        rowMenu={(review) => [
          ...(review.body === ''
            ? []
            : textActions(review, { read: () => setReading(review), show, hide: () => setHiding(review) })),
          { label: 'Ver a venda', icon: ReceiptText, href: `/admin/sales?id=${review.purchaseId}` },
          ...(review.productSlug === null
            ? []
            : [{ label: 'Ver o produto na loja', icon: SquareArrowOutUpRight, href: productPath(review.productSlug) }]),
        ]}
        choiceActions={(rows) => [{ label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(rows) }]}
        failure={{ title: 'Falha ao buscar avaliações' }}
        nothingYet={{
          icon: Star,
          title: 'Nenhuma avaliação ainda',
          text: 'Quem comprou avalia em Minhas compras. O que chegar aparece aqui.',
        }}
        nothingFound={{ title: 'Nenhuma avaliação encontrada' }}
      />
      {reading && <ReviewDialog review={reading} onClose={() => setReading(null)} />}
      {hiding && <HideDialog review={hiding} onClose={() => setHiding(null)} />}
    </div>
  );
}

function useShowing(): (review: ListedReview) => void {
  const { submit } = useChange<ListedReview, ListedReview>({
    run: ({ id, writtenAt }) => api.post(reviewCall(id, 'show'), { writtenAt }),
    refresh: [REVIEWS_PATH],
    isRefreshedOnFailure: true,
    told: 'A avaliação está na página',
    failed: 'Falha ao mostrar a avaliação',
  });
  return submit;
}

type Deeds = { read: () => void; show: (review: ListedReview) => void; hide: () => void };

function textActions(review: ListedReview, { read, show, hide }: Deeds): MenuAction[] {
  return [
    { label: 'Ler e responder...', icon: MessageSquareText, run: read },
    ...(review.state === 'shown' ? [] : [{ label: 'Mostrar na página', icon: Eye, run: () => show(review) }]),
    ...(review.state === 'hidden' ? [] : [{ label: 'Ocultar...', icon: EyeOff, tone: 'danger' as const, run: hide }]),
  ];
}

function nameOf({ title, customerName }: ListedReview): string {
  return `${title || ERASED_TEXT}, de ${customerName}`;
}

const STATES = optionsOf('Todas as situações', REVIEW_STATES);
const RATINGS = optionsOf('Todas as notas', RATING_NAMES);
