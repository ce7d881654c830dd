import { plainAddress, type Settings } from '#src/config.ts';
import type { PublicAddress, PublicListeners } from '#src/domain/address/public-address.ts';
import { openCertificateAuthority } from '#src/gateways/address/certificate-authority.ts';
import { openPublicNetwork } from '#src/gateways/address/public-network.ts';
import type { AddressSource } from '#src/wire/address/address.ts';

/** Without listeners the process serves nobody, as a command. */
export function openAddress(settings: Settings, listeners: PublicListeners = NO_LISTENERS): PublicAddress {
  const { tls } = settings;
  return {
    source: sourceOf(settings),
    givenDomain: settings.DOMAIN ?? null,
    plainUrl: plainAddress(settings),
    allowsSandbox: settings.ALLOW_SANDBOX,
    authority: openCertificateAuthority(
      tls ?? { directory: settings.ACME_DIRECTORY, staging: null, extraCa: null, binding: null },
    ),
    network: openPublicNetwork(),
    listeners,
  };
}

function sourceOf({ tls, DOMAIN, SITE_URL, TRUST_PROXY }: Settings): AddressSource {
  if (DOMAIN !== undefined && tls) return 'DOMAIN';
  if (SITE_URL !== undefined) return 'SITE_URL';
  if (tls) return 'screen';
  return TRUST_PROXY > 0 ? 'proxy' : 'off';
}

const NO_LISTENERS: PublicListeners = {
  ports: { https: 443, http: 80 },
  open: async () => [],
  close: async () => undefined,
  refresh: async () => undefined,
};
