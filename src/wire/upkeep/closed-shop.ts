export const CLOSED_FOR_A_MOMENT = 'A loja volta em um minuto.';

/** Its own page is what visitors see while the process opens the shop anew. */
export const CLOSED_PAGE = '/503';
