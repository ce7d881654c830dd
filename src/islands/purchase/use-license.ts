import { useEffect, useState } from 'react';
import { watchLicense } from '#src/client/purchase-watch.ts';
import type { LicenseAnswer, Purchase } from '#src/wire/purchases.ts';

/** The key of a paid purchase, waited for while it is on its way. Null until the shop has said anything. */
export function useLicense({ id, paymentStatus, requiresActivation }: Purchase, first: LicenseAnswer | null) {
  const [license, setLicense] = useState(first);
  const isComplete = license !== null && (license.activationKey !== null || !requiresActivation);

  useEffect(() => {
    if (paymentStatus !== 'COMPLETED' || isComplete) return;
    return watchLicense(id, setLicense);
  }, [id, paymentStatus, isComplete]);

  return license;
}
