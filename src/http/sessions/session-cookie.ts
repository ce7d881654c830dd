import { randomBytes } from 'node:crypto';
import type { AstroCookies } from 'astro';
import type { Shop } from '#src/domain/shop.ts';

/** Astro's own fit. */
export type Cookies = {
  get(name: string): { value: string } | undefined;
  set(name: string, value: string, attributes: CookieAttributes & { maxAge: number }): void;
};

type CookieAttributes = ReturnType<typeof attributesFor>;

/** The cookie carries a random token, and the database its hash. */
export function sessionCookie(name: string, lifetimeSeconds: number) {
  /** `__Host-` makes browsers insist on Secure, on Path=/ and on no Domain; on plain http they refuse it. */
  const nameFor = ({ settings }: Shop) => (settings.isHttps ? `__Host-${name}` : name);
  return {
    read: (shop: Shop, cookies: Cookies) => cookies.get(nameFor(shop))?.value,
    write(shop: Shop, cookies: Cookies, token: string): void {
      cookies.set(nameFor(shop), token, { ...attributesFor(shop), maxAge: lifetimeSeconds });
    },
    /** Deleting a `__Host-` cookie needs Secure as well. */
    delete: (shop: Shop, cookies: AstroCookies) => cookies.delete(nameFor(shop), attributesFor(shop)),
  };
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function attributesFor({ settings }: Shop) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: settings.isHttps } as const;
}
