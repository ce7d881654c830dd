import { lazyPart } from './lazy-part.tsx';

/** A payment in the checkout loads each of these files when it is there; the server draws none of them so. */
export const AfterPayment = lazyPart(async () => (await import('./after-payment.tsx')).default);
export const FurtherFiles = lazyPart(async () => (await import('./further-files.tsx')).FurtherFiles);
export const OpenOnComputer = lazyPart(async () => (await import('./open-on-computer.tsx')).OpenOnComputer);
