import { fillHardShop } from './support/store/hard-shop.ts';
import { startStoreProcess } from './support/store/store.ts';

/** Serves a shop with the longest, oddest and emptiest data that its forms accept, to look at; Ctrl C ends and removes it. */
const store = await startStoreProcess({ DEMO_DATA: 'false' });
await fillHardShop(store);
console.log(`${store.url}  ${store.admin.email}  ${store.admin.password}  (telas protegidas: ${store.gatePassword})`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void store.stop());
