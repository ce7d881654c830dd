import { useEffect, useState } from 'react';
import { watchLicenses } from '#src/client/checkout/purchase-watch.ts';
import type { Licenses, Purchase } from '#src/wire/purchases/purchases.ts';

/** Licenses that did not come yet are left out. */
export function useLicenses(purchase: Purchase, first: Licenses): Licenses {
  const { id, paymentStatus, withdrawal } = purchase;
  const [licenses, setLicenses] = useState(first);
  const isGivenUp = withdrawal?.state === 'requested' || withdrawal?.state === 'refunding';
  const awaited = awaitedKeys(purchase, licenses);

  useEffect(() => {
    if (paymentStatus !== 'COMPLETED' || awaited === '' || isGivenUp) return;
    return watchLicenses(id, awaited.split(' '), (itemId, license) =>
      setLicenses((known) => ({ ...known, [itemId]: license })),
    );
  }, [id, paymentStatus, awaited, isGivenUp]);

  return licenses;
}

/** The ids of the items whose keys are not there, with a space between; empty when nothing is missing. */
export function awaitedKeys({ items }: Purchase, licenses: Licenses): string {
  const awaited = items.filter((item) => item.requiresActivation && !licenses[item.id]?.activationKey);
  return awaited.map(({ id }) => id).join(' ');
}
