/** Of the bucket. The leading dot keeps it out of every address of an upload. */
export const SOLD_FOLDER = '.sold/';
