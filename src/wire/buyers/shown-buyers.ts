import * as z from 'zod/mini';
import { FirstItem } from '../purchases/first-item.ts';
import { Buyer, BuyerPurchase } from './buyer.ts';

export const ShownBuyer = z.omit(Buyer, { customerId: true });

export const ShownBuyerPurchase = z.extend(BuyerPurchase, FirstItem.shape);

export const RecoveredPurchase = z.object({ purchaseUrl: z.string() });
