import * as z from 'zod/mini';
import { FirstItem, ShownRecord } from '../purchases/first-item.ts';
import { CustomerExport, ExportedKey, ExportedPurchase } from './customer-export.ts';
import { Customer } from './customers.ts';

export const ShownCustomer = z.extend(Customer, { purchases: z.array(ShownRecord) });

export const ShownCustomerExport = z.extend(CustomerExport, {
  purchases: z.array(z.extend(ExportedPurchase, { ...FirstItem.shape, activationKey: z.nullable(ExportedKey) })),
});
