import { chooseMail, eraseBuyer } from '#src/domain/buyers/personal-data.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { forgetBuyer } from '#src/http/sessions/buyer-session.ts';
import { ChooseMail, EraseBuyer } from '#src/wire/buyers/buyer.ts';

export const PATCH = endpoint({
  access: 'buyer',
  body: ChooseMail,
  run: ({ shop, buyer, body }) => chooseMail(shop, buyer, body),
});

export const DELETE = endpoint({
  access: 'buyer',
  body: EraseBuyer,
  run: async ({ shop, buyer, cookies }) => {
    const erased = await eraseBuyer(shop, buyer);
    forgetBuyer(shop, cookies);
    return erased;
  },
});
