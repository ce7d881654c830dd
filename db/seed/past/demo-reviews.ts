import { DAY_MS } from '#src/wire/basics/durations.ts';
import { plain } from '../../schema/plain-text.ts';
import type { PurchaseItemRow, PurchaseRow } from '../../tables/purchases.ts';
import type { ReviewRow } from '../../tables/reviews.ts';
import { newRowId } from '../random.ts';

type Sold = {
  purchases: Pick<PurchaseRow, 'id' | 'status' | 'customerId' | 'completedAt'>[];
  items: Pick<PurchaseItemRow, 'id' | 'purchaseId' | 'productId'>[];
};

type DemoReview = Pick<ReviewRow, 'rating' | 'editor' | 'system'> & { title: string; body: string; answer?: string };

/** Each is by another buyer, some weeks after the purchase; one product has an average, and one too few for it. */
export function demoReviews(past: Sold, now: Date): ReviewRow[] {
  return Object.entries(REVIEWS).flatMap(([productId, reviews]) => {
    const sales = salesOf(past, productId, now);
    return reviews.flatMap((review, at) => {
      const sale = sales[at];
      return sale ? [reviewOf(sale, { productId, ...review }, at)] : [];
    });
  });
}

type Sale = { customerId: string; itemId: string; completedAt: string };

/** The newest first, one of each buyer. */
function salesOf({ purchases, items }: Sold, productId: string, now: Date): Sale[] {
  const purchaseOf = new Map(purchases.map((purchase) => [purchase.id, purchase]));
  const sales = items.flatMap((item) => {
    const { status, customerId, completedAt } = purchaseOf.get(item.purchaseId) ?? {};
    const isOld = completedAt && now.getTime() - Date.parse(completedAt) > LONGEST_DAYS * DAY_MS;
    if (item.productId !== productId || status !== 'COMPLETED' || !isOld || !customerId) return [];
    return { customerId, itemId: item.id, completedAt };
  });
  return [...new Map(sales.map((sale) => [sale.customerId, sale])).values()];
}

const LONGEST_DAYS = 40;

function reviewOf(
  { customerId, itemId, completedAt }: Sale,
  { title, body, answer = null, ...review }: Omit<DemoReview, 'answer'> & { productId: string; answer?: string | null },
  at: number,
): ReviewRow {
  const after = (days: number) => new Date(Date.parse(completedAt) + days * DAY_MS).toISOString();
  const writtenAt = after(15 + at * 3);
  return {
    id: newRowId(),
    customerId,
    itemId,
    ...review,
    title,
    body,
    words: plain(`${title}\n${body}`),
    showsName: at % 3 === 2 ? 0 : 1,
    state: 'shown',
    hiddenReason: null,
    answer,
    answeredAt: answer === null ? null : after(17 + at * 3),
    writtenAt,
    changedAt: writtenAt,
  };
}

const REVIEWS: Readonly<Record<string, readonly DemoReview[]>> = {
  'grade-cinema': [
    {
      rating: 5,
      title: 'Virou meu ponto de partida',
      body: 'Uso em quase todo projeto de casamento. A pele fica natural sem eu abrir máscara, e o render no timeline de 4K não engasga.',
      editor: 'resolve',
      system: 'macos-arm',
    },
    {
      rating: 4,
      title: 'Ótimo, só faltava favoritar',
      body: 'As películas são muito boas e o antes e depois ajuda a vender a cor para o cliente. Queria marcar as que mais uso.',
      editor: 'premiere',
      system: 'windows',
      answer: 'Boa ideia! Os favoritos estão na lista da próxima versão. Obrigado por escrever.',
    },
    {
      rating: 5,
      title: 'Economizei um dia de cor',
      body: 'Documentário de 52 minutos com quatro câmeras diferentes. Casei tudo em uma tarde e passei o resto só no ajuste fino.',
      editor: 'resolve',
      system: 'windows',
    },
    {
      rating: 3,
      title: 'Bom, mas pesado na minha placa',
      body: 'O resultado é bonito. Em uma placa de 4 GB precisei baixar a qualidade da prévia para editar sem travar.',
      editor: 'premiere',
      system: 'windows',
    },
    {
      rating: 5,
      title: 'Cor de cinema de verdade',
      body: 'Não parece filtro de celular. Os controles de altas luzes e de grão conversam bem, e a instalação levou dois minutos.',
      editor: 'after-effects',
      system: 'macos-arm',
    },
    {
      rating: 4,
      title: 'Suporte rápido',
      body: 'Tive dúvida para levar a chave ao computador novo e resolvi sozinho em Minhas compras. O plugin cumpre o que a página diz.',
      editor: 'resolve',
      system: 'macos-intel',
    },
  ],
  lote: [
    {
      rating: 5,
      title: 'Exporto a série inteira de uma vez',
      body: 'Trinta cortes verticais com nome certo e sem abrir um por um. Paguei o plugin no primeiro trabalho.',
      editor: 'premiere',
      system: 'windows',
    },
    {
      rating: 4,
      title: 'Faz o que promete',
      body: 'As filas são simples e ele avisa quando um arquivo falha. Sinto falta só de pausar no meio.',
      editor: 'premiere',
      system: 'macos-arm',
    },
  ],
};
