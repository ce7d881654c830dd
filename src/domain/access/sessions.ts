import type { User } from '#src/wire/access/auth.ts';

/** The ids are hashes of the token in the cookie. */
export type Sessions = {
  start(session: { id: string; userId: string; device: string; createdAt: Date }): Promise<void>;
  /**
   * Returns undefined once it has ended or its user may not sign in; no session is renewed while nothing can be
   * written.
   */
  find(id: string, now: Date): Promise<{ user: User; isRenewed: boolean } | undefined>;
  end(id: string): Promise<void>;
};
