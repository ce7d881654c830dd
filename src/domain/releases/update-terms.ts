import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseItemRow } from '#db/tables/purchases.ts';
import { dayOf, shiftMonth } from '#src/wire/basics/dates.ts';
import type { ItemFiles } from '#src/wire/releases/releases.ts';
import { majorOf } from './versions.ts';

/** An item gives these versions, as promised at its sale; null for no limit. */
export type UpdateTerms = {
  updatesMajor: number | null;
  /** The last day, `2027-11-22`. */
  updatesUntil: string | null;
};

/** A sale copies them from its product, which may promise new buyers something else later. */
export function termsAtSale(
  product: Pick<ProductRow, 'updatePolicy' | 'updateMonths' | 'currentVersion'>,
  now: Date,
): UpdateTerms & Pick<PurchaseItemRow, 'awaitsMajor'> {
  const { updatePolicy, updateMonths, currentVersion } = product;
  return {
    updatesMajor: updatePolicy === 'major' && currentVersion !== null ? majorOf(currentVersion) : null,
    awaitsMajor: updatePolicy === 'major' && currentVersion === null ? 1 : 0,
    updatesUntil: updatePolicy === 'months' && updateMonths !== null ? monthsLater(dayOf(now), updateMonths) : null,
  };
}

/** More months follow the end, or the day of their payment where that is later. */
export function prolong(until: string, paid: readonly { paidOn: string; months: number }[]): string {
  let [from, months, end] = [until, 0, until];
  for (const each of paid) {
    if (each.paidOn > end) [from, months] = [each.paidOn, 0];
    // Counted from one day, since a short month would cut off those after it.
    months += each.months;
    end = monthsLater(from, months);
  }
  return end;
}

/** Returns false when every later version is covered. */
export function isLimited({ updatesMajor, updatesUntil }: UpdateTerms): boolean {
  return updatesMajor !== null || updatesUntil !== null;
}

export function covers(
  { updatesMajor, updatesUntil }: UpdateTerms,
  release: { version: string; publishedAt: string },
): boolean {
  const isInMajor = updatesMajor === null || majorOf(release.version) <= updatesMajor;
  return isInMajor && (updatesUntil === null || dayOf(new Date(release.publishedAt)) <= updatesUntil);
}

export function toUpdatesDto({
  updatesMajor,
  updatesUntil,
  awaitsMajor,
}: UpdateTerms & Pick<PurchaseItemRow, 'awaitsMajor'>): ItemFiles['updates'] {
  const isOfMajor = updatesMajor !== null || awaitsMajor === 1;
  const policy = isOfMajor ? 'major' : updatesUntil === null ? 'always' : 'months';
  return { policy, until: updatesUntil, major: updatesMajor };
}

/** The same day, or the last one of a shorter month. */
function monthsLater(day: string, months: number): string {
  const month = shiftMonth(day.slice(0, 7), months);
  const [year = 0, number = 1] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return `${month}-${String(Math.min(Number(day.slice(8)), lastDay)).padStart(2, '0')}`;
}
