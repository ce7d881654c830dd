/** The limit counts per hour and purchase, and per visit of its page. */
export const RESEND_LIMIT = 2;
export const RESENT_ENOUGH = 'Você já pediu dois reenvios';
export const RESENT_TWICE = 'Já reenviamos este recibo duas vezes.';
