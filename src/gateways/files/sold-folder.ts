/** The leading dot keeps this folder of the bucket out of every address of an upload. */
export const SOLD_FOLDER = '.sold/';
