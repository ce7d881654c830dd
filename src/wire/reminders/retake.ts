/** It shows nothing of the person, since others may open a reminder's link. */
export type Retake =
  | { state: 'unknown' }
  | { state: 'paid' }
  | { state: 'open'; purchaseId: string }
  | { state: 'gone'; product: string }
  | {
      state: 'possible';
      items: { id: string; name: string; image: string; amount: string }[];
      /** It is null without a discount. */
      fullAmount: string | null;
      amount: string;
      couponCode: string | null;
      /** The purchase's coupon, where it does not hold any more. */
      lostCode: string | null;
    };
