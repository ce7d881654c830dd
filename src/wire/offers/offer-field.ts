/** The form's field that says the offer is taken, and the button that turns it. */
export function offerField(id: string): string {
  return `offer:${id}`;
}
