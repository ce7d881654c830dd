import * as z from 'zod/mini';
import { text } from '../basics/text.ts';

export const ADDRESS_PATH = '/api/admin/address';
export const ADDRESS_IN_USE_PATH = `${ADDRESS_PATH}/in-use`;
export const ADDRESS_CHECK_PATH = `${ADDRESS_PATH}/check`;

/** Where whoever certifies a domain looks for the shop's answer. */
export const CHALLENGE_PATH = '/.well-known/acme-challenge/';

const DOMAIN = 'Informe só o domínio, como loja.exemplo.com.br.';
const NO_DOMAIN_OF_THE_INTERNET =
  'Este nome não existe na internet. Informe um domínio registrado, como loja.exemplo.com.br.';

/** Letters with accents become what DNS knows; a whole address in the field is taken for its name. */
const Domain = z.pipe(
  z.pipe(text(1, 300, DOMAIN), z.transform(domainIn)),
  z.string().check(
    z.maxLength(253, DOMAIN),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, DOMAIN),
    z.refine(
      (domain) => !/\.(?:local|localhost|internal|lan|home|localdomain)$/.test(domain),
      NO_DOMAIN_OF_THE_INTERNET,
    ),
  ),
);

function domainIn(typed: string): string {
  const bare = typed.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (/[\s/:@?#\\%]/.test(bare) || !URL.canParse(`http://${bare}`)) return '';
  return new URL(`http://${bare}`).hostname.replace(/\.$/, '');
}

export const CheckAddress = z.object({ domain: Domain });
export type CheckAddress = z.output<typeof CheckAddress>;

const AGREEMENT = 'Marque que concorda com os termos de quem emite o certificado.';

export const SaveAddress = z.extend(CheckAddress, {
  isAgreed: z.literal(true, AGREEMENT),
});
export type SaveAddress = z.output<typeof SaveAddress>;
export type TypedAddress = { domain: string; isAgreed: boolean };

/** `screen`: the owner chooses it; otherwise the server's settings say it, or who has the certificate. */
export type AddressSource = 'screen' | 'SITE_URL' | 'DOMAIN' | 'proxy' | 'off';

/** Who certifies domains, and where its terms are. */
export type AuthorityName = { name: string; termsUrl: string };

export type ShownCertificate = {
  endsAt: string;
  renewsAt: string;
  /** It ends soon, and none has followed it. */
  isEnding: boolean;
};

/** `problem` says why its certificate is not renewed; null where all is well. */
export type FormerDomain = { domain: string; endsAt: string; problem: string | null };

export type AddressState = {
  source: AddressSource;
  siteUrl: string;
  /** Where the shop answers without a domain. */
  plainUrl: string;
  /** It is null until one was chosen. */
  domain: string | null;
  /** The shop answers there. */
  isInUse: boolean;
  ports: { https: number; http: number };
  authority: AuthorityName;
  certificate: ShownCertificate | null;
  /** Those before, which lead to the domain. */
  former: FormerDomain[];
  /** Whose account nothing but passkeys of this address opens. */
  byPasskeyAlone: string[];
  /** What the last attempt failed of, and when the next one is. */
  problem: { at: string; sentence: string; retryAt: string | null } | null;
};

export const ADDRESS_PARTS = {
  dns: 'Domínio',
  ports: 'Portas deste servidor',
  reach: 'Caminho até a loja',
  authority: 'Quem emite o certificado',
  bank: 'Banco',
} as const;
