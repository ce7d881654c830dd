import * as z from 'zod/mini';

export const AnnouncementState = z.enum(['sending', 'done', 'stopped']);
export type AnnouncementState = z.infer<typeof AnnouncementState>;

/** `sent` and `skipped` count people; the others of the audience wait. */
export const Announcement = z.object({
  state: AnnouncementState,
  audience: z.number(),
  sent: z.number(),
  skipped: z.number(),
  /** It is null unless it is being sent, and where the end is too far to tell. */
  endsAt: z.nullable(z.string()),
});
export type Announcement = z.infer<typeof Announcement>;

export const ANNOUNCEMENT_TEXTS = {
  alreadySent: 'O aviso desta versão já foi enviado ou parado.',
  notAnnounced: 'Esta versão não tem um aviso sendo enviado.',
  notLate: 'Este arquivo foi publicado com a versão: o aviso dela vale para ele.',
} as const;
