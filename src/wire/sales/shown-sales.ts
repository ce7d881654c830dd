import * as z from 'zod/mini';
import { FirstItem } from '../purchases/first-item.ts';
import { Sale, SaleDetails, SaleKey } from './sales.ts';

export const ListedSale = z.extend(Sale, FirstItem.shape);

export const ShownSale = z.extend(SaleDetails, { ...FirstItem.shape, key: z.nullable(SaleKey) });
