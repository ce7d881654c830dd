/** At the top, where it covers no button and no pager. Read by the style sheets of shop and back-office. */
export const TOAST_PLACE = 'fixed inset-x-4 top-16 z-50 mx-auto max-w-sm not-empty:py-3 lg:top-1';
