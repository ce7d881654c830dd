import type { AstroCookies } from 'astro';
import { recognizeDevice } from '#src/domain/access/factors/known-devices.ts';
import type { Shop } from '#src/domain/shop.ts';
import { DEVICE_DAYS } from '#src/wire/access/factors.ts';
import { sessionCookie } from './session-cookie.ts';

/** By it a browser is known again at its next sign-in; it opens nothing. */
const COOKIE = sessionCookie('aparelho', DEVICE_DAYS * 24 * 60 * 60);

export async function noteDevice(
  shop: Shop,
  cookies: AstroCookies,
  { userId, device }: { userId: string; device: string },
): Promise<void> {
  const token = await recognizeDevice(shop, { userId, device, token: COOKIE.read(shop, cookies) });
  COOKIE.write(shop, cookies, token);
}
