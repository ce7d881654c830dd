import * as z from 'zod/mini';
import { line } from '../basics/text.ts';
import { readImage, readVideo } from './product-urls.ts';

/** A picture or film of this shop, or a film at YouTube. */
export const ProductMedium = z.object({
  address: z.string(),
  /** Whoever does not see it reads this. */
  alt: z.string(),
  /** It stands below the medium in the gallery; where it is empty the description does. */
  caption: z.string(),
  /**
   * A before/after has another picture here, a film its own address, since its left half is the one before; others
   * none.
   */
  before: z.string(),
});
export type ProductMedium = z.infer<typeof ProductMedium>;

export const MOST_MEDIA = 8;
export const MEDIA_LIMITS = { alt: 120, caption: 30 } as const;

export const MEDIA_TEXTS = {
  media: `A galeria pode ter até ${MOST_MEDIA} imagens e vídeos.`,
  address: 'Use uma imagem ou um vídeo enviado aqui, ou um endereço do YouTube.',
  alt: 'Descreva o que aparece, com 3 a 120 caracteres: é o que lê quem não vê a imagem.',
  caption: 'A legenda pode ter até 30 caracteres, em uma linha só.',
  before: 'O antes e depois precisa de duas imagens, ou de um vídeo enviado aqui.',
} as const;

/** The stored form of a gallery's address, or null: never one that a visitor's browser would ask another site for. */
export function readMedium(typed: string): string | null {
  if (typed.trim() === '') return null;
  const film = readVideo(typed);
  if (film) return film;
  const picture = readImage(typed);
  return picture?.startsWith('/') ? picture : null;
}

export function isYoutube(address: string): boolean {
  return address.startsWith('https://www.youtube.com/embed/');
}

export function isFilm(address: string): boolean {
  return isYoutube(address) || /\.(?:mp4|webm|ogg)$/i.test(address);
}

/** Two pictures, which can be compared without being played. */
export function isPair({ address, before }: ProductMedium): boolean {
  return before !== '' && !isFilm(address);
}

/** Rows that were written before captions and comparisons lack both. */
export function readStoredMedia(json: string): ProductMedium[] {
  const stored: (Pick<ProductMedium, 'address' | 'alt'> & Partial<ProductMedium>)[] = JSON.parse(json);
  return stored.map((medium) => ({ caption: '', before: '', ...medium }));
}

const addressOf = (refusal: string, read: (typed: string) => string | null) =>
  z.pipe(z.pipe(z.string(refusal).check(z.maxLength(2_000, refusal)), z.transform(read)), z.string(refusal));

const medium = z.pipe(
  z
    .object({
      address: addressOf(MEDIA_TEXTS.address, readMedium),
      alt: line(3, MEDIA_LIMITS.alt, MEDIA_TEXTS.alt),
      caption: z.optional(line(0, MEDIA_LIMITS.caption, MEDIA_TEXTS.caption)),
      before: z.optional(addressOf(MEDIA_TEXTS.before, (typed) => (typed.trim() === '' ? '' : readMedium(typed)))),
    })
    .check(
      z.superRefine((fields, context) => {
        if (!fields.before || isComparable(fields.address, fields.before)) return;
        context.addIssue({ code: 'custom', path: ['before'], message: MEDIA_TEXTS.before, input: fields });
      }),
    ),
  z.transform(({ caption = '', before = '', ...medium }): ProductMedium => ({ ...medium, caption, before })),
);

export const ProductMedia = z.array(medium, MEDIA_TEXTS.media).check(z.maxLength(MOST_MEDIA, MEDIA_TEXTS.media));

function isComparable(address: string, before: string): boolean {
  return isFilm(address) ? before === address && !isYoutube(address) : !isFilm(before);
}
