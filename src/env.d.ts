/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    shop: import('#src/domain/shop.ts').Shop;
    /** Who holds the session cookie of this request, if anybody. */
    user: import('#src/wire/auth.ts').User | null;
    /** The hash of the session's token, which is its id in the database. */
    sessionId: string | null;
    /** The client's address, behind as many proxies as the settings say. */
    address: string;
    /** Resolves once the client has taken what was sent to it so far: what is long is sent no faster. */
    untilTaken: () => Promise<void>;
  }
}
