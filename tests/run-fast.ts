import { runProgram } from './support/store/run-program.ts';

/**
 * Most mistakes show in types, the layers and the unit tests, side by side. The types of the pages' own templates take half a
 * minute more: `npm run check` has them. What was read at the last run is kept, so the first one takes a minute more.
 */
const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo', '-p', '.'];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--project=sqlite'];
/** They take more than half of the processor's time of all unit tests: many worlds, whole backups, certificates, passwords. */
const SLOW = [
  'access/{own-account.both,own-email.both,sign-in-audit}.test.ts',
  'address/**',
  'backups/**',
  'db/{database,held-database,transactions}.test.ts',
  'gateways/{broken-uploads,bucket,qr-code}.test.ts',
  'licenses/machines.both.test.ts',
  'lists/searched-lists.both.test.ts',
  'mail/{mail-server.both,mail-smtp,outbox,two-lanes}.test.ts',
  'payments/{chosen-bank.both,payment-property.both}.test.ts',
  'payments/reconciling/**',
  'purchases/*-migration.both.test.ts',
  'random-worlds.both.test.ts',
  'releases/announcements.both.test.ts',
  'reports/{dashboard,report-parts.both}.test.ts',
  'server/{install,set-up,update}.test.ts',
  'withdrawals/withdrawal.both.test.ts',
].flatMap((files) => ['--exclude', `tests/unit/${files}`]);
const exitCodes = await Promise.all([
  runProgram(['node_modules/typescript/bin/tsc', ...types], {}, 'types │ '),
  runProgram([...vitest, 'tests/unit', 'tests/architecture.test.ts', ...SLOW], {}, 'tests │ '),
]);
process.exitCode = exitCodes.every((code) => code === 0) ? 0 : 1;
