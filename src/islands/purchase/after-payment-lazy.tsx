import { lazy, Suspense } from 'react';
import type { AfterPaymentProps } from './after-payment.tsx';

/** Without it the page is as it was; a reload brings the same. */
const Loaded = lazy(() => import('./after-payment.tsx').catch(() => ({ default: () => null })));

export function AfterPayment(props: AfterPaymentProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
