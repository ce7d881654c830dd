import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type Metrics, ORDER_OUTCOMES } from '#src/domain/payments/watching/metrics.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { openGauges, type Sources } from './gauges.ts';
import { groupOf, UNTIMED } from './route-groups.ts';

export type Figures = {
  metrics: Metrics;
  countRequest(request: IncomingMessage, response: ServerResponse): void;
  /** They are read for each answer from then on. */
  readFrom(sources: Sources): void;
  contentType: string;
  write(): Promise<string>;
};

/** A registry of its own, because the library's is a state of its module. */
export function openFigures(): Figures {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of NEEDLESS) registry.removeSingleMetric(name);
  const requests = new Counter({
    registers,
    name: 'store_http_requests_total',
    help: 'Requests by what they are for and status; "aborted" had no answer when the client left.',
    labelNames: ['group', 'status'],
  });
  const requestTimes = new Histogram({
    registers,
    name: 'store_http_request_duration_seconds',
    help: 'From the request to the end of its answer, but for streams, uploads and downloads.',
    labelNames: ['group'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const orders = new Counter({
    registers,
    name: 'store_orders_total',
    help: 'Orders by what became of them.',
    labelNames: ['outcome'],
  });
  // A rate needs a first value.
  for (const outcome of ORDER_OUTCOMES) orders.inc({ outcome }, 0);
  const bankCalls = new Counter({
    registers,
    name: 'store_bank_calls_total',
    help: 'Calls to the bank by outcome, each with its retries.',
    labelNames: ['call', 'outcome'],
  });
  const bankTimes = new Histogram({
    registers,
    name: 'store_bank_call_duration_seconds',
    help: 'How long a call to the bank took, with its retries.',
    labelNames: ['call'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  });
  const deliveryDelays = new Histogram({
    registers,
    name: 'store_settle_delay_seconds',
    help: 'From the payment at the bank until its keys and files were given, where the bank says when it was.',
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600],
  });
  let refresh = async () => {};
  let gauges = new Registry();
  return {
    metrics: {
      countOrder: (outcome) => orders.inc({ outcome }),
      observeBankCall(call, outcome, tookMs) {
        bankCalls.inc({ call, outcome });
        bankTimes.observe({ call }, tookMs / SECOND_MS);
      },
      observeDelivery(delayMs) {
        if (delayMs !== null) deliveryDelays.observe(delayMs / SECOND_MS);
      },
    },
    countRequest({ url = '' }, response) {
      const cameAt = performance.now();
      const group = groupOf(url);
      response.once('close', () => {
        const status = response.headersSent ? String(response.statusCode) : 'aborted';
        requests.inc({ group, status });
        if (!UNTIMED.has(group)) requestTimes.observe({ group }, (performance.now() - cameAt) / SECOND_MS);
      });
    },
    readFrom(sources) {
      gauges = new Registry();
      refresh = openGauges([gauges], sources);
    },
    contentType: registry.contentType,
    async write() {
      await refresh();
      return (await registry.metrics()) + (await gauges.metrics());
    },
  };
}

/** The library calls them deprecated, or others tell the same. */
const NEEDLESS = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_eventloop_lag_min_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'process_virtual_memory_bytes',
];
