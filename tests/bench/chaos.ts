/**
 * Three processes, a database with its replica, and troubles one after the other and at once, while sixteen buyers order and
 * pay: kills, stops, pauses, vanished connections, a full pool, locks, a promotion, rolling updates. What went wrong in the
 * books ends it with an error. The seed chooses the troubles.
 *
 *   npm run bench:chaos
 *   npm run bench:chaos -- --seed=7 --seconds=60 --buyers=4
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runChaos } from '../support/worlds/chaos.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    seconds: { type: 'string', default: '600' },
    buyers: { type: 'string', default: '16' },
  },
});
const [seed, seconds, buyers] = [values.seed, values.seconds, values.buyers].map(Number) as [number, number, number];

console.log(`Seed ${seed}, ${seconds} s, ${buyers} buyers; load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
const { hits, mails, ...books } = await runChaos({ seed, seconds, buyers, tell: (line) => console.log(line) });

console.log('\n| ordered | paid | refunded | lost | reverted | mails | missing | twice |');
console.log('|---:|---:|---:|---:|---:|---:|---:|---:|');
const { ordered, paid, refunded, lost, reverted } = books;
console.log(`| ${[ordered, paid, refunded, lost, reverted, mails.sent, mails.missing, mails.twice].join(' | ')} |`);
console.log('\n| trouble | times | sold again after: median | longest |');
console.log('|---|---:|---:|---:|');
for (const [trouble, of] of Map.groupBy(hits, (hit) => hit.trouble)) {
  const sorted = of.map(({ returnMs }) => returnMs).sort((one, other) => one - other);
  const secondsAt = (at: number) => `${((sorted[Math.floor(at * (sorted.length - 1))] ?? 0) / 1_000).toFixed(1)} s`;
  console.log(`| ${trouble} | ${sorted.length} | ${secondsAt(0.5)} | ${secondsAt(1)} |`);
}
if (lost + reverted + mails.missing > 0) process.exitCode = 1;
