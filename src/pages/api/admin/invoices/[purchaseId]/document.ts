import { revealDocument } from '#src/domain/invoices/manage-invoices.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { TakerDocument } from '#src/wire/invoices/invoices.ts';

/** It notes in the trail who looked. */
export const POST = endpoint({
  scope: 'invoices:write',
  allow: 'invoices',
  summary: 'Mostra o documento inteiro de quem pediu a nota',
  response: TakerDocument,
  run: ({ shop, user, params: { purchaseId = '' } }) => revealDocument(shop, user, purchaseId),
});
