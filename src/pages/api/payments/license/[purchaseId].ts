import { showLicense } from '#src/domain/purchases/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { LicenseResponse } from '#src/wire/purchases/purchases.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Mostra a chave de uma compra',
  response: LicenseResponse,
  run: ({ shop, params }) => showLicense(shop, params['purchaseId'] ?? ''),
});
