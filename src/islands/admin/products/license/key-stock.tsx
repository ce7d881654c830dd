import { TriangleAlert } from 'lucide-react';
import { useCan } from '#src/islands/admin/role.tsx';
import { forecastText, SOON_DAYS } from '#src/wire/keys/key-forecast.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';

export function KeyStock({ product }: { product: AdminProduct }) {
  const can = useCan();
  const { id, requiresActivation, keySource, keysAvailable, buyersWaiting } = product;
  if (product.kind === 'kit') return <span className="text-muted">As dos plugins</span>;
  if (!requiresActivation && buyersWaiting === 0) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">—</span>
        <span className="sr-only">Não usa chave</span>
      </span>
    );
  }
  if (keySource === 'made' && buyersWaiting === 0) return <span className="text-muted">A loja cria</span>;
  const warning = warningOf(product);
  if (!warning) return keysAvailable.toLocaleString('pt-BR');
  const sign = (
    <>
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      {warning.text}
    </>
  );
  if (!can('readKeys')) {
    return <span className={`ml-auto flex w-fit items-center gap-1.5 font-medium ${warning.color}`}>{sign}</span>;
  }
  return (
    <a
      href={`/admin/activation-keys?productId=${encodeURIComponent(id)}`}
      aria-label={`${warning.text}. Ver as chaves de ${product.name}`}
      title={product.stock?.daysLeft == null ? undefined : forecastText(product.stock.daysLeft)}
      className={`relative z-2 ml-auto flex min-h-6 w-fit items-center gap-1.5 font-medium underline-offset-4 hover:underline max-sm:before:absolute max-sm:before:-inset-2.5 ${warning.color}`}
    >
      {sign}
    </a>
  );
}

function warningOf({ keysAvailable, buyersWaiting, stock }: AdminProduct): { text: string; color: string } | null {
  if (buyersWaiting > 0) return { text: `${buyersWaiting.toLocaleString('pt-BR')} esperando`, color: 'text-danger' };
  if (keysAvailable === 0) return { text: 'Sem chaves', color: 'text-danger' };
  if (stock?.isLow) return { text: keysAvailable === 1 ? 'Resta 1' : `Restam ${keysAvailable}`, color: 'text-warning' };
  const days = stock?.daysLeft ?? null;
  if (days === null || days >= SOON_DAYS) return null;
  return {
    text: `${keysAvailable.toLocaleString('pt-BR')}, ${days < 1 ? 'até hoje' : days === 1 ? '1 dia' : `${days} dias`}`,
    color: 'text-warning',
  };
}
