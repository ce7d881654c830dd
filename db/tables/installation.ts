/** The one row of a shop that is, or was, set up in the browser; `id` is 1. */
export type InstallationRow = { id: number; beganAt: string; finishedAt: string | null };

/** The hash is of the link's token, as `hashOfToken` makes it. */
export type InstallationLinkRow = { hash: string; expiresAt: string };

export type InstallationStepRow = { step: string; outcome: 'saved' | 'skipped'; endedAt: string };
