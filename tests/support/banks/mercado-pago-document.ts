import type { Patch } from './official-document.ts';

const ORDER_STATUSES = [
  'created',
  'processing',
  'action_required',
  'processed',
  'canceled',
  'expired',
  'failed',
  'refunded',
  'charged_back',
];

const ORDER_DETAILS = [
  'created',
  'in_process',
  'in_review',
  'waiting_payment',
  'waiting_capture',
  'waiting_transfer',
  'waiting_retry',
  'accredited',
  'partially_refunded',
  'canceled',
  'expired',
  'failed',
  'refunded',
  'settled',
  'reimbursed',
];

/** The document rejects genuine Pix orders without these. The longer lists come from the bank's pages. */
export const MERCADO_PAGO_PATCHES: Patch[] = [
  {
    why: 'an order can also be expired, failed, refunded and charged back',
    find: listOf('Order', 'status'),
    replace: `$1${yamlList(ORDER_STATUSES)}`,
  },
  {
    why: 'the details of those states are missing',
    find: listOf('Order', 'status_detail'),
    replace: `$1${yamlList(ORDER_DETAILS)}`,
  },
  {
    why: 'a payment of an order has the same states as the order',
    find: listOf('OrderTransactionPayment', 'status'),
    replace: `$1${yamlList(ORDER_STATUSES)}`,
  },
  {
    why: 'a payment that waits for a Pix has no detail in the list',
    find: listOf('OrderTransactionPayment', 'status_detail'),
    replace: `$1${yamlList([...ORDER_DETAILS, 'pending_review_manual'])}`,
  },
  {
    why: "the owner's number comes as text",
    find: /(\n {4}Order:\n[\s\S]*?\n {8}user_id:\n {10}type: )integer\n/,
    replace: '$1[string, integer]\n',
  },
  {
    why: 'the page on errors also has 402 for a refused payment and 409 for a key that was used before',
    find: /(\n {2}\/v1\/orders:\n {4}post:\n[\s\S]*?\n {6}responses:\n)/,
    replace:
      "$1        '402':\n          description: Refused\n        '409':\n          description: Key already used\n",
  },
  {
    why: 'nullable is no word of OpenAPI 3.1',
    find: /type: (\w+)\n((?: +format: \S+\n)?) +nullable: true\n/g,
    replace: "type: [$1, 'null']\n$2",
  },
];

function listOf(schema: string, property: string): RegExp {
  const start = `\\n {4}${schema}:\\n[\\s\\S]*?\\n {8}${property}:\\n {10}type: string\\n {10}enum:\\n`;
  return new RegExp(`(${start})(?: {10}- \\w+\\n)+`);
}

function yamlList(entries: string[]): string {
  return entries.map((entry) => `          - ${entry}\n`).join('');
}
