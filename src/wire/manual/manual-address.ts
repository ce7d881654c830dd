export const MANUAL_ADDRESS = '/admin/ajuda';

/** The place is a page, or a heading of one: `vendas#reembolsar`. */
export function manualAddress(place: string): string {
  return `${MANUAL_ADDRESS}/${place}`;
}
