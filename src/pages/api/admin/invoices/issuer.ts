import { removeIssuerAccount, saveIssuerAccount, showIssuerAccount } from '#src/domain/invoices/issuer-account.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { IssuerAccount } from '#src/wire/invoices/issuer.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop }) => showIssuerAccount(shop),
});

export const PUT = endpoint({
  allow: 'settings',
  confirms: true,
  body: IssuerAccount,
  run: ({ shop, user, body }) => saveIssuerAccount(shop, user, body),
});

export const DELETE = endpoint({
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => removeIssuerAccount(shop, user),
});
