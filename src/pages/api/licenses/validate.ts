import { validateLicense } from '#src/domain/licenses/licenses.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { LicenseValidation, ValidateLicense } from '#src/wire/licenses/licenses.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Confere uma licença',
  response: LicenseValidation,
  body: ValidateLicense,
  run: ({ shop, body, clientNetwork }) => validateLicense(shop, body, clientNetwork),
});
