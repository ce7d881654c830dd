/**
 * The promises that name a figure, each held to it in full: the tests of the suite that show them in passing, run by themselves
 * at their whole scale. One line for each: what was asked, what was seen, held or not. Words choose among them. In all it takes
 * half an hour or more, on a machine that does nothing else; 1,000 half-open sockets want `ulimit -n` above 1,100. The
 * event loop's figure has a bench of its own, `bench:event-loop`.
 *
 *   npm run bench:promises
 *   npm run bench:promises -- keys coupon
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Outcome, readOutcomes } from '../support/reports.ts';
import type { Figure } from '../support/scale.ts';

type Promised = {
  what: string;
  asked: string;
  /** Those of `tests/api`, or with their folder, without their ending; all of one engine. */
  files: string[];
  /** The titles of its tests have it in common; all tests of the files are meant without it. */
  sentence?: string;
};

const PROMISES: Promised[] = [
  {
    what: 'the sales of another platform come in while the shop answers',
    asked: '100,000 lines within 60 s, p95 of the storefront and of orders at most doubled',
    files: ['large-import'],
  },
  {
    what: 'an import, and its undoing, survive a kill',
    asked: '20 of each: every sale once, then the shop as before',
    files: ['killed-imports'],
  },
  {
    what: 'keys are never oversold',
    asked: '500 buyers, 100 keys: 100 different ones, 400 wait',
    files: ['races'],
    sentence: 'different keys are handed out',
  },
  {
    what: 'who waits for a key is served, the longest wait first',
    asked: '400 at once',
    files: ['key-delivery'],
    sentence: 'the longest wait first|by the hundred are all served',
  },
  {
    what: 'keys never cross products',
    asked: '1,000 mixed sales: 0',
    files: ['races'],
    sentence: 'nobody holds the key of another product',
  },
  {
    what: 'a purchase of several products gets a key for each, and none is oversold',
    asked: '500 buyers of two products with 100 keys each',
    files: ['unit/purchase-items'],
    sentence: 'every key is given once',
  },
  {
    what: 'purchases of the version before get their items',
    asked: '100,000 sales within 20 s, every total equal',
    files: ['unit/purchase-items-migration'],
  },
  {
    what: "a coupon's limit holds",
    asked: '10 uses, 300 buyers at once; an unpaid one frees its use once',
    files: ['races'],
    sentence: 'frees its use once',
  },
  {
    what: 'one payment, one settlement',
    asked: 'the same webhook 1,000 times, 100 at a time, with polls beside it',
    files: ['races', 'real-banks'],
    sentence: 'the same payment settled|settles once, however often',
  },
  {
    what: "no purchase is lost by somebody else's failing request",
    asked: '2,000 purchases beside failing writes',
    files: ['failing-writes'],
  },
  { what: 'the books balance', asked: '300 sales of random fate, on every screen', files: ['report-totals'] },
  {
    what: 'login resists guessing, the owner is not locked out',
    asked: '100 wrong in a minute: at least 85 are stopped',
    files: ['login'],
    sentence: 'a hundred times in a minute',
  },
  {
    what: 'one address, many honest people',
    asked: '100 visitors, buyers and pages that poll: no 429',
    files: ['races'],
    sentence: 'behind one address',
  },
  {
    what: 'a lost or late webhook loses nothing',
    asked: '10,000 open at a bank of 250 ms: a paid one within 60 s, all within 10 minutes',
    files: ['unit/poll-worker'],
    sentence: 'are polled without a pause',
  },
  {
    what: 'nobody starves anybody',
    asked:
      '1,500 unpaid and 128 polls a second from one address: 50 buyers read it within 15 s; 500 orders at once; 2,000 in ten minutes',
    files: ['fairness', 'unit/order-flood'],
    sentence: 'read that they have paid|orders at once|is slowed down nowhere',
  },
  { what: 'hostile bodies', asked: 'no 5xx, each call under 1 s', files: ['body-limits'] },
  {
    what: 'slow clients',
    asked: '1,000 half-open sockets gone within 30 s, a visitor waits under 500 ms',
    files: ['many-connections'],
    sentence: 'sockets that say one byte',
  },
  {
    what: 'the bank in trouble',
    asked: 'an answer within 15 s, the rest of the store unaffected',
    files: ['real-banks'],
    sentence: 'answers within 15 s',
  },
  {
    what: 'receipts leave',
    asked: '500 within a minute, each once; all of them after three days without a mail server',
    files: ['unit/outbox'],
    sentence: 'by the hundred, each once|for three days all leave',
  },
  {
    what: 'receipts never wait for notices',
    asked: '10,000 notices and 100 receipts at an account of 500 mails a day: every receipt within a minute',
    files: ['unit/two-lanes'],
    sentence: 'every receipt within a minute',
  },
  {
    what: 'buyers are told of a version',
    asked: '10,000 over three kills at 600 a minute: each once',
    files: ['killed-notices'],
  },
  {
    what: 'visits and invented origins',
    asked:
      '10,000 visits counted exactly over a stop and a kill; 10,000 sources in visits and in orders: at most 502 rows a day',
    files: ['origins'],
    sentence: 'are counted exactly|of invented sources|of invented orders',
  },
  {
    what: 'unpaid orders are anonymized',
    asked: '2,000 in small steps, between which others have a turn',
    files: ['unit/anonymize-unpaid-orders'],
    sentence: 'in small steps',
  },
  {
    what: 'graceful stop',
    asked: 'code 0 within 10 s with slow clients',
    files: ['process'],
    sentence: 'ends with code 0',
  },
  {
    what: 'backup while writing, restore',
    asked: '20 under load all restore; p99 of visits under 250 ms meanwhile',
    files: ['backup'],
    sentence: 'made while the store sold|acknowledged before the backup',
  },
  {
    what: 'no acknowledged purchase is lost by a crash',
    asked: 'kill -9 × 100 under 16 buyers: nothing lost or twice, up again within 5 s',
    files: ['killed-under-load'],
  },
  {
    what: 'a large file arrives',
    asked: '200 MB through 20 kills, 480 MB through 5 cuts, 4 GB: the same bytes, and memory stays flat',
    files: ['transfers'],
  },
  {
    what: 'a browser goes on with a download',
    asked: '480 MB cut off 3 times: the same bytes, under 1.5 times as many sent',
    files: ['resumed-download'],
  },
  {
    what: 'three processes sell as one',
    asked: 'races, refund, erasure, sessions, mail once, a clock 25 s ahead: nothing lost or twice',
    files: ['postgres/several-processes', 'postgres/one-sale-three-processes'],
  },
  {
    what: 'any machine may die',
    asked: 'ten minutes of kills, pauses, lost connections, locks, a promotion, updates: nothing lost or twice',
    files: ['postgres/chaos'],
  },
  {
    what: 'PostgreSQL may die',
    asked: 'killed × 100 with one process and with three: 503, again within 5 s, nothing lost or twice',
    files: ['postgres/database-away'],
  },
  {
    what: 'a moved shop answers as before',
    asked: '100,000 sales: each read byte for byte',
    files: ['postgres/move-large'],
  },
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const words = process.argv.slice(2);
const chosen = PROMISES.filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
const folder = await mkdtemp(join(tmpdir(), 'promises-'));
const broken: string[] = [];
try {
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${cpus().length} cores, load ${load} at the beginning, Node ${process.version}\n`);
  console.log('| promise | asked | seen | held | s |\n|---|---|---|---|---:|');
  for (const [at, promised] of chosen.entries()) {
    if (!(await keep(promised, join(folder, `${at}.json`)))) broken.push(promised.what);
  }
} finally {
  await rm(folder, { recursive: true });
}
if (chosen.length === 0) console.log('\nNo promise has such a word.');
else console.log(broken.length === 0 ? '\nAll held.' : `\nNot held: ${broken.join('; ')}`);
process.exitCode = broken.length > 0 || chosen.length === 0 ? 1 : 0;

async function keep({ what, asked, files, sentence }: Promised, report: string): Promise<boolean> {
  const startedAt = performance.now();
  const exitCode = await runVitest(files, sentence, report);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const outcomes = await readOutcomes(report);
  const isHeld = exitCode === 0 && outcomes.length > 0 && outcomes.every(isKept);
  console.log(`| ${[what, asked, seenIn(outcomes), isHeld ? 'yes' : 'NO', seconds].join(' | ')} |`);
  for (const outcome of outcomes.filter(({ status }) => status === 'failed')) {
    console.error(`${outcome.sentence}\n${outcome.complaint}`);
  }
  return isHeld;
}

/** The promises run at full scale and one file after the other, so that none disturbs what is measured of another. */
function runVitest(files: string[], sentence: string | undefined, report: string): Promise<number> {
  const program = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    `--project=${files.some((file) => file.startsWith('postgres/')) ? 'postgres' : 'sqlite'}`,
    '--maxWorkers=1',
  ];
  const paths = files.map(findFile);
  const options = ['--reporter=json', `--outputFile.json=${report}`, ...(sentence ? ['-t', sentence] : [])];
  const env = { ...process.env, TEST_SCALE: 'full' };
  const child = spawn(process.execPath, [...program, ...options, ...paths], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Each lies in the folder of its noun. */
function findFile(file: string): string {
  const [folder = '', name = ''] = file.includes('/') ? file.split('/') : ['api', file];
  const [path] = globSync(`tests/${folder}/**/${name}{,.both}.test.ts`, { cwd: ROOT });
  if (!path) throw new Error(`The promise names no test file: ${file}`);
  return path;
}

function isKept({ status, figures }: Outcome): boolean {
  return status === 'passed' && figures.every(({ value, under }) => under === undefined || value < under);
}

/** The figures; where there are none, what the tests say, or how many of them there are. */
function seenIn(outcomes: Outcome[]): string {
  const figures = outcomes.flatMap((outcome) => outcome.figures.map(inWords));
  if (figures.length > 0) return figures.join('; ');
  if (outcomes.length <= 2) return outcomes.map(({ sentence }) => sentence).join('; ');
  return `${outcomes.filter(isKept).length} of ${outcomes.length} tests passed`;
}

function inWords({ name, value, unit, under }: Figure): string {
  const figure = `${name} ${Math.round(value).toLocaleString('en')}${unit ? ` ${unit}` : ''}`;
  return under === undefined || value < under ? figure : `**${figure}**`;
}
