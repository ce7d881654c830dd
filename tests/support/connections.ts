import { Agent, setGlobalDispatcher } from 'undici';

/**
 * Lets every later call begin on a connection of its own: those to a process that has ended may not have been told yet. Also
 * keeps idle connections shorter than the store does, so that a test that its machine kept waiting writes to none that is closing.
 */
export function renewConnections(): void {
  setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 }));
}
