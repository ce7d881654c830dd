import { afterAll, beforeAll } from 'vitest';
import { type Store, startStore } from '../../support/store/store.ts';
import { testRaces } from '../../support/worlds/races.ts';

let store: Store;

beforeAll(async () => {
  store = await startStore({ LOG_LEVEL: 'warn', DATABASE_POOL: '10', UNPAID_PER_ADDRESS: '5000', TRUST_PROXY: '1' });
});
afterAll(() => store.stop());

testRaces(() => store);
