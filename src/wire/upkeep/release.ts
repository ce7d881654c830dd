export const UPDATE_SEARCH_PATH = '/api/admin/updates';
/** What is new in each released version, from `CHANGELOG.md`. */
export const NEWS_ADDRESS = '/admin/ajuda/novidades';

/** Which code runs. */
export type Release = {
  version: string;
  /** Empty where the code runs without a build. */
  build: string;
  builtAt: string | null;
};

/** `address` is null where the feed names none that a browser should open. */
export type FoundUpdate = { isNewer: boolean; version: string; address: string | null };
