import { planKeyReceipts, sendKeyReceipts } from '#src/domain/sales/notify-buyers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { chosenIds } from '#src/http/forms/chosen-ids.ts';
import { ChosenRows } from '#src/wire/lists/chosen-rows.ts';

export const GET = endpoint({
  allow: 'resend',
  run: ({ shop, url }) => planKeyReceipts(shop, chosenIds(url)),
});

export const POST = endpoint({
  allow: 'resend',
  body: ChosenRows,
  run: ({ shop, user, body: { ids } }) => sendKeyReceipts(shop, user, ids),
});
