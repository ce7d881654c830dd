import { createHash } from 'node:crypto';
import type { User } from '#src/wire/access/auth.ts';

/** The ids are hashes of the token in the cookie. */
export type Sessions = {
  start(session: {
    id: string;
    userId: string;
    device: string;
    createdAt: Date;
    /** It opens nothing but the way to a second factor. */
    isFactorMissing?: boolean;
  }): Promise<void>;
  /**
   * Returns undefined once it has ended or its user may not sign in; no session is renewed while nothing can be
   * written.
   */
  find(id: string, now: Date): Promise<{ user: User; isRenewed: boolean; isFactorMissing: boolean } | undefined>;
  end(id: string): Promise<void>;
};

/** The id by which the database knows a session never leaves the server. */
export function sessionName(sessionId: string): string {
  return createHash('sha256').update(`session\n${sessionId}`).digest('hex').slice(0, 32);
}
