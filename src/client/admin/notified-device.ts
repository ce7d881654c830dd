import { api } from '#src/client/api.ts';
import { OWN_DEVICES_PATH } from '#src/wire/notifications/own-notifications.ts';
import type { AddDevice } from '#src/wire/notifications/save-notifications.ts';

/** `home-screen`: an iPhone or iPad, which notifies only what is installed. `insecure`: an address without https. */
export type DeviceState = 'ready' | 'refused' | 'home-screen' | 'insecure' | 'incapable';

export function readDeviceState(): DeviceState {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return /iPhone|iPad/.test(navigator.userAgent) || isTabletMac() ? 'home-screen' : 'incapable';
  }
  return Notification.permission === 'denied' ? 'refused' : 'ready';
}

/** An iPad says that it is a Mac, which has no touch screen. */
function isTabletMac(): boolean {
  return navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
}

/** Asks for permission, which browsers allow after a press alone. Returns false where the person refuses. */
export async function addThisDevice(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.register('/admin-notifications.js', { scope: '/admin' });
  await untilActive(registration);
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  // One under the key of another shop, or of before, would be refused.
  const former = await registration.pushManager.getSubscription();
  if (former && !isUnder(former, publicKey)) await former.unsubscribe();
  await api.post(OWN_DEVICES_PATH, toDevice(await registration.pushManager.subscribe(options)));
  return true;
}

/** The id by which the shop knows this browser; null where it is not notified. */
export async function readOwnDeviceId(): Promise<string | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return new Uint8Array(hash).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}

export async function forgetThisDevice(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (readDeviceState() !== 'ready') return null;
  const registration = await navigator.serviceWorker.getRegistration('/admin');
  return registration ? registration.pushManager.getSubscription() : null;
}

async function untilActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    });
  });
}

function isUnder({ options }: PushSubscription, publicKey: string): boolean {
  return options.applicationServerKey !== null && textOf(options.applicationServerKey) === publicKey;
}

function toDevice(subscription: PushSubscription): AddDevice {
  const { endpoint } = subscription;
  const key = (name: PushEncryptionKeyName) => textOf(subscription.getKey(name) ?? new ArrayBuffer(0));
  return { endpoint, publicKey: key('p256dh'), authSecret: key('auth') };
}

function textOf(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
