/** At the foot of the screen, above what has its buttons there. Read by the style sheets of shop and back-office. */
export const TOAST_PLACE = 'fixed inset-x-4 bottom-0 z-50 mx-auto max-w-sm not-empty:py-3';
