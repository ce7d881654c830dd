import type { User } from '#src/wire/access/auth.ts';

/** The ids are hashes of the token in the cookie. */
export type Sessions = {
  start(session: { id: string; userId: string; device: string; createdAt: Date }): Promise<void>;
  /**
   * Returns undefined once it has ended or its user may not sign in; it is not renewed while the database cannot be
   * written.
   */
  find(id: string, now: Date): Promise<{ user: User; isRenewed: boolean } | undefined>;
  end(id: string): Promise<void>;
};
