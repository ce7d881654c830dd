import * as z from 'zod/mini';
import { keyOf, line, text } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { defineList, oneOf, type RequestOf, readId } from '../lists/lists.ts';
import { HOSTS } from '../products/hosts.ts';
import { PLATFORMS } from '../products/platforms.ts';
import { productPath } from '../products/product-urls.ts';

export const REVIEW_STATES = { pending: 'Espera sua leitura', shown: 'Na página', hidden: 'Oculta' } as const;
export type ReviewState = keyof typeof REVIEW_STATES;

export const HIDING_REASONS = { spam: 'Spam', offence: 'Ofensa', other_product: 'É de outro produto' } as const;
export type HidingReason = keyof typeof HIDING_REASONS;

export const RATINGS = [1, 2, 3, 4, 5] as const;

/** Fewer say nothing, and show no average. */
export const FEWEST_FOR_AVERAGE = 5;

export const REVIEW_TEXTS = {
  rating: 'Escolha de 1 a 5 estrelas.',
  title: 'Dê um título, com até 80 caracteres.',
  body: 'Conte como foi, com 20 a 2.000 caracteres.',
  notBought: 'Só avalia quem comprou, com o pagamento confirmado e sem devolução.',
  unknown: 'Avaliação não encontrada.',
  rewritten: 'O cliente mudou o texto enquanto você lia. Leia de novo antes de decidir.',
  answer: 'A resposta pode ter até 2.000 caracteres.',
} as const;

export const TITLE_LENGTH = 80;
const SHORTEST_BODY = 20;
export const BODY_LENGTH = 2_000;

export const WriteReview = z.object({
  rating: wholeNumber(1, 5, REVIEW_TEXTS.rating),
  title: line(1, TITLE_LENGTH, REVIEW_TEXTS.title),
  body: text(SHORTEST_BODY, BODY_LENGTH, REVIEW_TEXTS.body),
  showsName: z.boolean('Diga se o nome aparece.'),
});
export type WriteReview = z.infer<typeof WriteReview>;

/** Only counts from the fifth on. */
export type Rating = { average: number; count: number };

export const PublicReview = z.object({
  id: z.string(),
  rating: z.number(),
  title: z.string(),
  body: z.string(),
  /** It reads `Ana S.`; null where the buyer shows no name. */
  author: z.nullable(z.string()),
  editor: z.nullable(keyOf(HOSTS)),
  system: z.nullable(keyOf(PLATFORMS)),
  writtenAt: z.string(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** The purchase was given back, or is in dispute: the stars do not count. */
  isUncounted: z.boolean(),
});
export type PublicReview = z.infer<typeof PublicReview>;

export type ProductReviews = {
  /** It is null for fewer than five. */
  rating: Rating | null;
  shown: number;
  hidden: number;
  /** The newest come first. */
  reviews: PublicReview[];
};

/** What the buyer wrote and where it stands; the texts are empty once they were taken back. */
export type OwnReview = {
  rating: number;
  title: string;
  body: string;
  showsName: boolean;
  state: ReviewState;
  hiddenReason: HidingReason | null;
  answer: string | null;
};

/** As the owner reads it. */
export const ListedReview = z.extend(z.omit(PublicReview, { author: true }), {
  productId: z.string(),
  productName: z.string(),
  productSlug: z.nullable(z.string()),
  customerName: z.string(),
  purchaseId: z.string(),
  showsName: z.boolean(),
  state: keyOf(REVIEW_STATES),
  hiddenReason: z.nullable(keyOf(HIDING_REASONS)),
});
export type ListedReview = z.infer<typeof ListedReview>;

export const RATING_NAMES = {
  5: '5 estrelas',
  4: '4 estrelas',
  3: '3 estrelas',
  2: '2 estrelas',
  1: '1 estrela',
} as const;

export const REVIEW_LIST = defineList({
  name: 'reviews',
  path: '/api/admin/reviews',
  sorts: ['writtenAt', 'rating', 'product'],
  sort: 'writtenAt',
  filters: { state: oneOf(REVIEW_STATES), rating: oneOf(RATING_NAMES), product: readId },
});
export type ReviewListRequest = RequestOf<typeof REVIEW_LIST>;

/** It sends back when the text was written that the owner has read. */
const writtenAt = z.string('A data do texto não pôde ser lida.').check(z.maxLength(40));

export const ShowReview = z.object({ writtenAt });
export type ShowReview = z.infer<typeof ShowReview>;

export const HideReview = z.object({
  writtenAt,
  reason: keyOf(HIDING_REASONS, 'Escolha o motivo.'),
});
export type HideReview = z.infer<typeof HideReview>;

/** An empty answer removes the one before. */
export const AnswerReview = z.object({ answer: text(0, BODY_LENGTH, REVIEW_TEXTS.answer) });
export type AnswerReview = z.infer<typeof AnswerReview>;

/** Writes `Ana S.`; an only name stands alone. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const [initial] = others.at(-1) ?? '';
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

export function averageText({ average }: Rating): string {
  return average.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

export function reviewPath(itemId: string): string {
  return `/minhas-compras/avaliar/${encodeURIComponent(itemId)}`;
}

export function reviewsPath(slug: string): string {
  return `${productPath(slug)}/avaliacoes`;
}

export function starsText(rating: number): string {
  return `${rating} de 5 estrelas`;
}

export function hiddenText(hidden: number): string {
  return hidden === 1
    ? '1 avaliação oculta pela loja'
    : `${hidden.toLocaleString('pt-BR')} avaliações ocultas pela loja`;
}
