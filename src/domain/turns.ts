/** The turn (`oneAtATime`) of coupons, affiliates and addresses of accounts: codes and addresses are taken across the three. */
export const PROMOTIONS = 'promotions';
