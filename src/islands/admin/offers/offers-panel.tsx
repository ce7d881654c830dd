import { Gift, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { acceptanceText, type Offer, offerHeadline, rateText } from '#src/wire/offers/offers.ts';
import { OFFERS_PATH, OfferDialog } from './offer-dialog.tsx';

type Props = {
  products: readonly { id: string; name: string }[];
  isAdding: boolean;
  onAdd: () => void;
  onAdded: () => void;
};

export function OffersPanel({ products, isAdding, onAdd, onAdded }: Props) {
  const read = useRead<Offer[]>(OFFERS_PATH);
  const [editing, setEditing] = useState<Offer | null>(null);
  const [deleting, setDeleting] = useState<Offer | null>(null);
  const close = () => (editing ? setEditing(null) : onAdded());
  return (
    <>
      {read.data ? (
        <Offers offers={read.data} onAdd={onAdd} onEdit={setEditing} onDelete={setDeleting} />
      ) : read.isError ? (
        <FailedState title="Não foi possível carregar as ofertas." read={read} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      {(isAdding || editing) && <OfferDialog offer={editing} products={products} onClose={close} />}
      {deleting && <DeleteDialog offer={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

type OffersProps = {
  offers: readonly Offer[];
  onAdd: () => void;
  onEdit: (offer: Offer) => void;
  onDelete: (offer: Offer) => void;
};

function Offers({ offers, onAdd, onEdit, onDelete }: OffersProps) {
  if (offers.length === 0) {
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState
          icon={Gift}
          title="Nenhuma oferta ainda"
          text="Quem está comprando um produto pode levar outro junto, por menos, no mesmo Pix."
          action={
            <Button size="small" onClick={onAdd}>
              Adicionar oferta
            </Button>
          }
        />
      </div>
    );
  }
  const shown = offers.reduce((sum, offer) => sum + offer.shown, 0);
  const taken = offers.reduce((sum, offer) => sum + offer.taken, 0);
  return (
    <section className="grid gap-4">
      {shown > 0 && (
        <p className="text-muted text-sm tabular-nums">{acceptanceText({ shown, taken })}, desde o começo.</p>
      )}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {offers.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
            <div className="min-w-52 flex-1 wrap-anywhere">
              <p className="font-semibold">
                {offerHeadline(offer)} por {offer.price}{' '}
                <span className="whitespace-nowrap font-normal text-muted">(de {offer.fullPrice})</span>
              </p>
              <p className="text-muted text-sm">
                No checkout de {offer.productName}
                {offer.isActive ? '' : ' · pausada'}
              </p>
              <p className="text-muted text-sm tabular-nums">{figuresOf(offer)}</p>
            </div>
            <div className="flex gap-2">
              <Button size="small" icon={Pencil} onClick={() => onEdit(offer)}>
                Editar
              </Button>
              <Button size="small" icon={Trash2} onClick={() => onDelete(offer)}>
                Excluir
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeleteDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  return (
    <ConfirmedChange
      run={() => api.delete(`${OFFERS_PATH}/${offer.id}`)}
      refresh={[OFFERS_PATH]}
      done={{ title: 'Oferta excluída', description: `Ela saiu do checkout de ${offer.productName}.` }}
      failed="Erro ao excluir a oferta"
      onClose={onClose}
      title="Excluir esta oferta?"
      description={`“${offerHeadline(offer)}” sai do checkout de ${offer.productName}. Os pedidos que a levaram continuam como estão.`}
    />
  );
}

function figuresOf({ shown, taken, rate }: Offer): string {
  if (rate === null) return 'Ainda não foi mostrada';
  const times = shown === 1 ? 'Mostrada 1 vez' : `Mostrada ${shown.toLocaleString('pt-BR')} vezes`;
  return `${times}, paga em ${taken.toLocaleString('pt-BR')} ${taken === 1 ? 'compra' : 'compras'} (${rateText(rate)})`;
}
