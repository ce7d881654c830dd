import { chooseMail, eraseBuyer } from '#src/domain/buyers/personal-data.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { forgetBuyer } from '#src/http/sessions/buyer-session.ts';
import { Success } from '#src/wire/api/success.ts';
import { ChooseMail, EraseBuyer } from '#src/wire/buyers/buyer.ts';
import { ShownBuyer } from '#src/wire/buyers/shown-buyers.ts';

export const PATCH = endpoint({
  access: 'buyer',
  summary: 'Escolhe que e-mails o cliente recebe',
  response: ShownBuyer,
  body: ChooseMail,
  run: ({ shop, buyer, body }) => chooseMail(shop, buyer, body),
});

export const DELETE = endpoint({
  access: 'buyer',
  summary: 'Remove os dados do cliente',
  response: Success,
  body: EraseBuyer,
  run: async ({ shop, buyer, cookies }) => {
    await eraseBuyer(shop, buyer);
    forgetBuyer(shop, cookies);
  },
});
