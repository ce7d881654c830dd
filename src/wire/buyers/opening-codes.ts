/** Of a code that opens one purchase on another device. */
export const OPENING_MINUTES = 10;
export const OPENING_PATH = '/abrir';
