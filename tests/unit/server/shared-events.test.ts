import { expect, test } from 'vitest';
import { openSharedEvents, type SharedEvents } from '#src/server/processes/shared-events.ts';

const LOCAL = /^(?:closing$|job:)/;

test('an event is heard here at once, and once at every other process', async () => {
  const { one, other, heard, sent } = openPair();
  one.publish('sales');
  one.publish('sales');
  one.publish('purchase:1');
  expect(heard.one).toEqual(['sales', 'sales', 'purchase:1']);
  await expect.poll(() => heard.other).toEqual(['sales', 'purchase:1']);
  expect(sent).toHaveLength(1);
  expect(heard.one).toHaveLength(3);
  await Promise.all([one.close(), other.close()]);
});

test('what concerns one process stays there', async () => {
  const { one, heard, sent } = openPair();
  one.publish('closing');
  one.publish('job:mail');
  await one.close();
  expect(heard.one).toEqual(['closing', 'job:mail']);
  expect(sent).toEqual([]);
});

test('what was published just before the end is sent', async () => {
  const { one, heard } = openPair();
  one.publish('sales');
  await one.close();
  expect(heard.other).toEqual(['sales']);
});

test('thousands of topics are sent in messages below 8,000 bytes, none of them lost', async () => {
  const { one, other, sent } = openPair();
  const topics = Array.from({ length: 3_000 }, (_, at) => `purchase:${at}-ção`);
  const arrived: string[] = [];
  for (const topic of topics) other.subscribe(topic, () => arrived.push(topic));
  for (const topic of topics) one.publish(topic);
  await one.close();
  expect(new Set(arrived)).toEqual(new Set(topics));
  expect(arrived).toHaveLength(topics.length);
  expect(Math.max(...sent.map((message) => Buffer.byteLength(message)))).toBeLessThan(8_000);
});

test.each([
  ['a topic too long to be sent', (one: SharedEvents) => one.publish('x'.repeat(9_000))],
  ['a message that cannot be read', (_one: SharedEvents, other: SharedEvents) => other.receive('{')],
  ['a message of another shape', (_one: SharedEvents, other: SharedEvents) => other.receive('{"v":2}')],
  ['a new connection', (_one: SharedEvents, other: SharedEvents) => other.publishAll()],
])('after %s every subscriber reads again, and no stream closes', async (_name, act) => {
  const { one, other, heard } = openPair();
  act(one, other);
  await one.close();
  expect(new Set(heard.other)).toEqual(new Set(['sales', 'purchase:1']));
});

test('a database that is away is logged once until it is back, and stops nobody', async () => {
  const warnings: string[] = [];
  let isAway = true;
  const events = openSharedEvents({
    instanceId: 'one',
    send: async () => {
      if (isAway) throw Object.assign(new Error('gone'), { code: '08006' });
    },
    isLocal: () => false,
    log: { ...silentLog, warn: (fields) => warnings.push(JSON.stringify(fields)) },
  });
  const publishAndSend = async () => {
    events.publish('sales');
    await events.close();
  };
  await publishAndSend();
  await publishAndSend();
  expect(warnings).toEqual(['{"code":"08006"}']);
  isAway = false;
  await publishAndSend();
  isAway = true;
  await publishAndSend();
  expect(warnings).toHaveLength(2);
});

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Two processes of one shop, whose messages reach both, as PostgreSQL's do. */
function openPair() {
  const sent: string[] = [];
  const heard = { one: [] as string[], other: [] as string[] };
  const send = async (message: string) => {
    sent.push(message);
    one.receive(message);
    other.receive(message);
  };
  const isLocal = (topic: string) => LOCAL.test(topic);
  const one = openSharedEvents({ instanceId: 'one', send, isLocal, log: silentLog });
  const other = openSharedEvents({ instanceId: 'other', send, isLocal, log: silentLog });
  for (const topic of ['sales', 'purchase:1', 'closing', 'job:mail']) {
    one.subscribe(topic, () => heard.one.push(topic));
    other.subscribe(topic, () => heard.other.push(topic));
  }
  return { one, other, heard, sent };
}
