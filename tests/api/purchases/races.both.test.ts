import { startStoreForFile } from '../../support/before-tests/store.ts';
import { testRaces } from '../../support/worlds/races.ts';

const store = startStoreForFile({
  LOG_LEVEL: 'warn',
  DATABASE_POOL: '10',
  UNPAID_PER_ADDRESS: '5000',
  TRUST_PROXY: '1',
});

testRaces(() => store);
