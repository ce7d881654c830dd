import * as z from 'zod/mini';
import { Purchase, PurchaseItem, PurchaseRecord } from './purchases.ts';

/** Responses also say what the first item of a purchase is. */
export const FirstItem = z.extend(
  z.pick(PurchaseItem, {
    productId: true,
    productName: true,
    licenseTerms: true,
    termsVersion: true,
    requiresActivation: true,
    isKeyOnItsWay: true,
  }),
  { productDetails: z.object({ name: z.string(), price: z.string(), downloadUrl: z.nullable(z.string()) }) },
);

export const ShownRecord = z.extend(PurchaseRecord, FirstItem.shape);
export const ShownPurchase = z.extend(Purchase, FirstItem.shape);
