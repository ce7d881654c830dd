import type { License } from '#db/queries/licenses/licenses.ts';
import { checkLicense } from './check-license-key.ts';

/** Its key belongs to a sale, whatever became of that since. */
export type SoldLicense = {
  [Column in keyof License]: Column extends Known ? NonNullable<License[Column]> : License[Column];
};
type Known = 'customerId' | 'itemId' | 'purchaseId' | 'purchaseNumber' | 'itemTotalCents' | 'completedAt';

/** Where products share a key, a good license comes before others. */
export function chooseSold(licenses: readonly License[]): SoldLicense | undefined {
  const sold = licenses.filter(isSold);
  return sold.find((license) => checkLicense(license).isGood) ?? sold[0];
}

function isSold(license: License): license is SoldLicense {
  const { customerId, itemId, purchaseId, purchaseNumber, itemTotalCents, completedAt } = license;
  const known = [customerId, itemId, purchaseId, purchaseNumber, itemTotalCents, completedAt];
  return known.every((value) => value !== null);
}
