import type { Change } from '../upkeep/reopening.ts';

/** By its hash alone, for the browser that opened the new shop. */
export type HandedLink = { hash: string; expiresAt: string };

/** The shop of a trial, in whose place its owner may open one of their own. */
export type Demo =
  | { isBySettings: true }
  | {
      isBySettings: false;
      /** Where its database stays. */
      place: string;
      realPlace: string;
      /** While all is closed: from then on the real shop is opened. */
      choose(link: HandedLink): Promise<Change>;
    };
