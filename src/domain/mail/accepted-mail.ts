/** What a mail server took while the database was away. It lives as long as the process, so a killed one leaves its mail to be sent again. */
export type AcceptedMail = {
  /** By the mail's id: how it is noted. */
  unnoted: Map<number, () => Promise<void>>;
  /** In milliseconds since 1970; null while the database has always answered. */
  troubleAt: number | null;
};

export function openAcceptedMail(): AcceptedMail {
  return { unnoted: new Map(), troubleAt: null };
}
