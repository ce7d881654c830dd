import { identifier } from '../basics/text.ts';

export const UNKNOWN_PRODUCT = 'Produto não encontrado.';

export const productId = identifier(UNKNOWN_PRODUCT);
