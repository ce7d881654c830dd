import { openLeaderConnection } from '#db/engines/leader-election.ts';
import { openPostgres } from '#db/engines/postgres.ts';

/** Leads where it can, and tells of it, for a test that stops the whole process for a while. */
const [, , url = '', leaseMs = ''] = process.argv;
const { postgres } = await openPostgres(url);
await openLeaderConnection({
  connect: postgres.openClient,
  holder: 'the other process',
  mayLead: () => true,
  onMessage: () => {},
  onReconnect: () => {},
  onLead({ term, ended }) {
    process.stdout.write(`leads in term ${term}\n`);
    ended.addEventListener('abort', () => process.stdout.write('leads no longer\n'));
  },
  log: { info: () => {}, warn: () => {} },
  tryEveryMs: 50,
  leaseMs: Number(leaseMs),
});
