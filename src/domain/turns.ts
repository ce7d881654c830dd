/** The turn (`oneAtATime`) of coupons, affiliates and addresses of accounts: codes and addresses are taken across the three. */
export const PROMOTIONS = 'promotions';
/** That of payouts, and of commissions that are paid by hand: each sale is settled once. */
export const PAYOUTS = 'payouts';
