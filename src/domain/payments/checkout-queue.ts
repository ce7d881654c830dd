export type CheckoutQueue = {
  /** Resolves with the function that frees the place, or null after too long a wait. */
  enter(clientNetwork: string): Promise<(() => void) | null>;
};
