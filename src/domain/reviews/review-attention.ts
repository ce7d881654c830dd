import { countPendingReviews } from '#db/queries/reviews/reviews.ts';
import { agoText } from '#src/wire/basics/dates.ts';
import { type AttentionRow, REVIEWS } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';

export async function pendingReviewItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  const { count, since } = await countPendingReviews(shop.db);
  if (since === null) return [];
  return [
    {
      id: 'product_review',
      count,
      tone: 'warning',
      title:
        count === 1
          ? '1 avaliação espera sua leitura'
          : `${count.toLocaleString('pt-BR')} avaliações esperam sua leitura`,
      detail: `${count === 1 ? 'Escrita' : 'A mais antiga é de'} há ${agoText(since, now)}`,
      href: `${REVIEWS}?state=pending`,
      action: 'Ler avaliações',
    },
  ];
}
