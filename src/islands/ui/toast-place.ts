import { shareHeight } from './share-height.ts';

/**
 * At the top, where it covers no button and no pager. A drawer on a small screen makes room for it above its own foot. Read by
 * the style sheets of shop and back-office.
 */
export const TOAST_PLACE =
  'fixed inset-x-4 top-16 z-50 mx-auto max-w-sm not-empty:py-3 max-lg:[body:has([data-drawer])_&]:top-auto max-lg:[body:has([data-drawer])_&]:bottom-[var(--drawer-foot-height,0px)] lg:top-1 lg:[body:has([data-drawer])_&]:ml-0';

export const shareToastHeight = shareHeight('--toast-height');
