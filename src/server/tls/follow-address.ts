import type { Settings } from '#src/config.ts';
import { listServedCertificates, readCertificate } from '#src/domain/address/certificates.ts';
import { answerChallenge, listHandshakeChallenges } from '#src/domain/address/challenges.ts';
import { readChosenAddress, wantedDomain } from '#src/domain/address/chosen-address.ts';
import { SETTINGS_CHANGED } from '#src/domain/events.ts';
import type { Shop } from '#src/domain/shop.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { OpenListeners } from './listeners.ts';

type Parts = {
  shop: Shop;
  settings: Pick<Settings, 'isOwnTls' | 'siteUrl'>;
  listeners: OpenListeners;
  /** The owner's address is another one than that of this opening. */
  onMove(): void;
};

/** Serves what was ordered, in whichever process, and notices a new address. Resolves with the function that ends it. */
export async function followAddress({ shop, settings, listeners, onMove }: Parts): Promise<() => void> {
  const domain = settings.isOwnTls ? new URL(settings.siteUrl).hostname : null;
  /** Null is how the opening before left them. */
  let isOpened: boolean | null = null;

  async function follow(): Promise<void> {
    if ((await wantedDomain(shop)) === null) {
      // What is under way at the domain of this opening ends first; the next opening closes them.
      if (domain === null && isOpened !== false) await listeners.close();
      if (domain === null) isOpened = false;
      return;
    }
    if (!isOpened) {
      isOpened = true;
      for (const { port, code } of await listeners.open()) {
        if (code !== null) shop.log.warn({ port, code }, 'a public port could not be opened');
      }
    }
    await listeners.refresh();
  }

  async function followOn(): Promise<void> {
    await follow();
    if (shop.address.source === 'screen' && (await readChosenAddress(shop)).inUse !== domain) onMove();
  }

  listeners.readFrom({
    domain,
    listCertificates: () => listServedCertificates(shop),
    readCertificate: (one) => readCertificate(shop, one),
    listChallenges: () => listHandshakeChallenges(shop),
    answerChallenge: (token) => answerChallenge(shop, token),
  });
  await follow();
  const unsubscribe = shop.events.subscribe(SETTINGS_CHANGED, () => {
    followOn().catch((error: unknown) => {
      shop.log.warn({ code: errorCode(error, 'unknown') }, 'the address could not be read again');
    });
  });
  return () => {
    unsubscribe();
    listeners.readFrom(null);
  };
}
