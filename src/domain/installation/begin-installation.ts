import { randomBytes } from 'node:crypto';
import { findAnyAdministrator } from '#db/queries/access/users.ts';
import {
  deleteExpiredInstallationLinks,
  deleteInstallationLinks,
  findInstallation,
  finishInstallation,
  insertInstallation,
  insertInstallationLink,
} from '#db/queries/installation/installation.ts';
import type { Database } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { LINK_HOURS } from '#src/wire/installation/steps.ts';
import { hashOfToken } from '../tokens.ts';
import type { HandedLink } from './demo-shop.ts';

type Office = { db: Database; now: Date };

type Start = {
  /** There is neither an administrator nor a product. */
  isEmpty: boolean;
  /** The environment has a password, so nobody sits in front of a browser. */
  isUnattended: boolean;
  /** Links that this process, or another one of the shop, has printed still count. */
  keepsLinks: boolean;
  /** Whoever opened this shop from the demo's desk holds it. */
  handedLink?: HandedLink | null;
};

/** `token` is null where the account was made already. */
export type BegunInstallation = { token: string | null };

/** Begins the installation of a new shop, or goes on with it; returns null where there is none. */
export function beginInstallation({ db, now }: Office, start: Start): Promise<BegunInstallation | null> {
  const at = now.toISOString();
  return inTransaction(db, async (tx) => {
    const known = await findInstallation(tx);
    if (known ? known.finishedAt !== null : !start.isEmpty) return null;
    if (start.isUnattended || (!start.isEmpty && !(await findAnyAdministrator(tx)))) {
      await deleteInstallationLinks(tx);
      await finishInstallation(tx, at);
      return null;
    }
    await insertInstallation(tx, at);
    if (!start.isEmpty) return { token: null };
    await (start.keepsLinks ? deleteExpiredInstallationLinks(tx, at) : deleteInstallationLinks(tx));
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(now.getTime() + LINK_HOURS * HOUR_MS).toISOString();
    await insertInstallationLink(tx, { hash: hashOfToken(token), expiresAt });
    const { handedLink } = start;
    if (handedLink && handedLink.expiresAt > at) await insertInstallationLink(tx, handedLink);
    return { token };
  });
}

const TOKEN_BYTES = 16;
