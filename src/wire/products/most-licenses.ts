/** One purchase has so many of a product. */
export const MOST_LICENSES = 10;

/** From so many on the seller is worth a question. */
export const TEAM_LICENSES = 5;
