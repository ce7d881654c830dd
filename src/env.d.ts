/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    shop: import('#src/domain/shop.ts').Shop;
    user: import('#src/wire/access/auth.ts').User | null;
    /** A call by a token of the API has no user. */
    token: import('#src/domain/access/api-tokens.ts').CallingToken | null;
    /** Hash of the cookie's token. */
    sessionId: string | null;
    /** The session opens nothing but the way to a second factor. */
    isFactorMissing: boolean;
    /** Behind as many proxies as the settings say. */
    clientNetwork: string;
    /** Resolves once the client has received what was written so far. */
    waitForDrain: () => Promise<void>;
    abortResponse: () => void;
  }
}

/** Astro's build. */
declare module '*/dist/server/entry.mjs' {
  export const handler: import('#src/server/requests/app.ts').AstroHandler;
}
