import { useEffect, useState } from 'react';
import { watchLicense } from '#src/client/purchase-watch.ts';
import type { LicenseResponse, Purchase } from '#src/wire/purchases/purchases.ts';

/** Null until the first response. */
export function useLicense(
  { id, paymentStatus, requiresActivation, withdrawal }: Purchase,
  first: LicenseResponse | null,
) {
  const [license, setLicense] = useState(first);
  const isGivenUp = withdrawal?.state === 'requested' || withdrawal?.state === 'refunding';
  const isComplete = license !== null && (license.activationKey !== null || !requiresActivation);

  useEffect(() => {
    if (paymentStatus !== 'COMPLETED' || isComplete || isGivenUp) return;
    return watchLicense(id, setLicense);
  }, [id, paymentStatus, isComplete, isGivenUp]);

  return license;
}
