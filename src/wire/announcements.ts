export type AnnouncementState = 'sending' | 'done' | 'stopped';

/** `sent` and `skipped` count people; the others of the audience wait. */
export type Announcement = {
  state: AnnouncementState;
  audience: number;
  sent: number;
  skipped: number;
};

export const ANNOUNCEMENT_TEXTS = {
  alreadySent: 'O aviso desta versão já foi enviado ou parado.',
  notAnnounced: 'Esta versão não tem um aviso sendo enviado.',
} as const;
