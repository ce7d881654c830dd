export type AnnouncementState = 'sending' | 'done' | 'stopped';

/** `sent` and `skipped` count people; the others of the audience wait. */
export type Announcement = {
  state: AnnouncementState;
  audience: number;
  sent: number;
  skipped: number;
  /** It is null unless it is being sent, and where the end is too far to tell. */
  endsAt: string | null;
};

export const ANNOUNCEMENT_TEXTS = {
  alreadySent: 'O aviso desta versão já foi enviado ou parado.',
  notAnnounced: 'Esta versão não tem um aviso sendo enviado.',
  notLate: 'Este arquivo foi publicado com a versão: o aviso dela vale para ele.',
} as const;
