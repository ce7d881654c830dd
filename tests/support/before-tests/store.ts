import { type Client, login, openClient } from '../calls/client.ts';
import { type Store, startStore, startStoreProcess } from '../store/store.ts';
import { forFile } from './for-file.ts';

export function startStoreForFile(environment: Record<string, string> = {}): Store {
  return forFile(
    () => startStore(environment),
    (store) => store.stop(),
  );
}

export function startStoreProcessForFile(environment: Record<string, string> = {}): Store {
  return forFile(
    () => startStoreProcess(environment),
    (store) => store.stop(),
  );
}

export function loginForFile(store: Store): Client {
  return forFile(() => login(store));
}

export function openClientForFile(store: Store): Client {
  return forFile(async () => openClient(store.url));
}
