import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';

export const CUSTOMERS_PATH = CUSTOMER_LIST.path;
const CUSTOMERS_SCREEN = '/admin/customers';

export function customerPath(id: string): string {
  return `${CUSTOMERS_PATH}/${encodeURIComponent(id)}`;
}

export function customerScreen(id: string): string {
  return `${CUSTOMERS_SCREEN}/${encodeURIComponent(id)}`;
}

/** Keeps the list's search, order and page when the referrer is the list. */
export function listHrefFrom(referrer: string | null): string {
  if (!referrer || !URL.canParse(referrer)) return CUSTOMERS_SCREEN;
  const { pathname, search } = new URL(referrer);
  return pathname === CUSTOMERS_SCREEN ? `${CUSTOMERS_SCREEN}${search}` : CUSTOMERS_SCREEN;
}
