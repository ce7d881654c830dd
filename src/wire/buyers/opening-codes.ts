/** A code that opens one purchase on another device is good for so long. */
export const OPENING_MINUTES = 10;
export const OPENING_PATH = '/abrir';
