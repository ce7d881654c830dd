import { useEffect, useState } from 'react';
import { watchLicense } from '#src/client/purchase-watch.ts';
import type { LicenseResponse, Purchase } from '#src/wire/purchases.ts';

/** Null until the first response. */
export function useLicense({ id, paymentStatus, requiresActivation }: Purchase, first: LicenseResponse | null) {
  const [license, setLicense] = useState(first);
  const isComplete = license !== null && (license.activationKey !== null || !requiresActivation);

  useEffect(() => {
    if (paymentStatus !== 'COMPLETED' || isComplete) return;
    return watchLicense(id, setLicense);
  }, [id, paymentStatus, isComplete]);

  return license;
}
