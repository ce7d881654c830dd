/** The toast stands at the foot of the screen, above what has its buttons there; both style sheets read this. */
export const TOAST_PLACE = 'fixed inset-x-4 bottom-0 z-50 mx-auto max-w-sm not-empty:py-3';
