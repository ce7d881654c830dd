import type { Clock } from '#src/domain/shop.ts';
import type { PixBank } from '#src/wire/payments/pix-providers.ts';
import type { BankConnection } from './bank-connection.ts';
import type { BankProfile } from './bank-profiles.ts';
import type { Certificates } from './certificates.ts';

export type ApiPixOptions = {
  bank: PixBank;
  bankName: string;
  apiUrl?: string;
  oauthUrl?: string;
  clientId: string;
  clientSecret: string;
  pixKey: string;
  appKey?: string;
  certificates: Certificates;
  webhookSecret?: string;
  clock: Clock;
  receiverName: () => string;
  siteUrl: string;
};

export type ApiPix = {
  connection: BankConnection;
  options: ApiPixOptions;
  profile: BankProfile;
};
