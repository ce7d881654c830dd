import { Agent, setGlobalDispatcher } from 'undici';

/** Uses new connections, since those to an ended process may look alive, and closes idle ones before the store does. */
export function renewConnections(): void {
  setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 }));
}
