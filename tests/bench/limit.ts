/**
 * The store beside the limit of its machine, in one run: orders beside a bare server that writes one row for each, what one
 * costs, answers beside a bare server with the same bytes, its start beside that of an empty Express app, and the memory that it holds.
 * Words choose among the parts. Quote ratios, not figures; a quiet machine is needed.
 *
 *   npm run bench:limit
 *   npm run bench:limit -- orders answers
 *   npm run bench:limit -- memory --load-seconds=30
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { compareAnswers } from './limit-answers.ts';
import { compareCopies } from './limit-copy.ts';
import { measureCost } from './limit-cost.ts';
import { measureMemory } from './limit-memory.ts';
import { compareOrders } from './limit-orders.ts';
import { compareStarts } from './limit-start.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'load-seconds': { type: 'string', default: '300' } },
});

const PARTS: Record<string, () => Promise<string[]>> = {
  orders: compareOrders,
  cost: measureCost,
  copies: compareCopies,
  answers: compareAnswers,
  start: compareStarts,
  memory: () => measureMemory(Number(values['load-seconds'])),
};

for (const word of positionals) {
  if (!(word in PARTS)) throw new Error(`There is no part called ${word}, only ${Object.keys(PARTS).join(', ')}.`);
}
console.log(`Load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
for (const [name, run] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${(await run()).join('\n')}`);
}
