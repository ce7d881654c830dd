/** At the top, where it covers no button and no pager. Read by the style sheets of shop and back-office. */
export const TOAST_PLACE = 'fixed inset-x-4 top-19 z-50 mx-auto max-w-sm lg:top-4 lg:[body:has([data-drawer])_&]:ml-0';
