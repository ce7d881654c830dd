import { formatDay } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { cleanText } from '#src/wire/basics/text.ts';
import { isMailAddress } from '#src/wire/imports/imports.ts';
import type { ImportProblemField, ImportProblemReason } from '#src/wire/imports/problems.ts';
import { factsOfSource, type ImportColumns, type ImportField, type ImportSource } from '#src/wire/imports/sources.ts';
import { type Habits, plainCell, readAmount, readFlag, readKey, readMoment, readStatus } from './cells.ts';
import type { TableRecord } from './read-records.ts';
import { readCart, shareOut } from './sold-together.ts';

export type Problem = { line: number; field: ImportProblemField; value: string; reason: ImportProblemReason };

/** Its key may be one that no longer holds. */
type ReadItem = { product: string; amountCents: number; key: string | null; isKeyRevoked?: true };
/** An order of the file: what it sold, and what came back of it. Amounts are of its currency. */
export type ReadSale = {
  externalId: string;
  email: string;
  name: string;
  paidAt: string;
  currency: string;
  totalCents: number;
  returnedCents: number;
  refundedAt: string | null;
  affiliateCode: string | null;
  items: ReadItem[];
  lines: number[];
};

/** The sales are put together while they are taken. */
export type ReadTable = { sales: Iterable<ReadSale>; problems: Problem[]; unpaid: number };

export type ReadingPlan = {
  source: ImportSource;
  columns: ImportColumns;
  habits: Habits;
  now: Date;
  /** Names an order that its platform gave no number. */
  fingerprint(text: string): string;
};

/** Takes the lines after the header, one by one. Every line ends in a sale, among the problems or among the unpaid. */
export function startSales(plan: ReadingPlan) {
  const orders = new Map<string, Order>();
  const problems: Problem[] = [];
  const refundLines: Line[] = [];
  const keys = new Set<string>();
  let unpaid = 0;

  function add(line: Line): void {
    const known = orders.get(line.order);
    if (!known) {
      orders.set(line.order, { lines: [line], bad: null });
      return;
    }
    const [first] = known.lines;
    // Those of one line are one cart.
    const isUnnumbered = plan.columns.externalId === undefined && first?.at !== line.at;
    const reason = first && whyNotTogether(first, line, isUnnumbered);
    if (!reason) known.lines.push(line);
    else if (reason.reason === 'repeated') problems.push({ line: line.at, ...reason });
    else spoil(line.order, { line: line.at, ...reason });
  }

  function takeLine(line: Line): void {
    const named = line.key === null ? null : `${line.product}\n${line.key}`;
    if (named !== null && keys.has(named)) {
      spoil(line.order, { line: line.at, field: 'key', value: line.key ?? '', reason: 'key_twice' });
      return;
    }
    if (named !== null) keys.add(named);
    if (line.amountCents < 0) refundLines.push(line);
    else add(line);
  }

  /** The whole order waits until none of its lines has a problem, so that a later import brings it whole. */
  function spoil(order: string, problem: Problem): void {
    problems.push(problem);
    const known = orders.get(order);
    if (known) known.bad ??= problem.line;
    else orders.set(order, { lines: [], bad: problem.line });
  }

  return {
    take(record: TableRecord): void {
      if (record.problem !== undefined) {
        problems.push({ line: record.line, field: 'line', value: record.text, reason: record.problem });
        return;
      }
      if (isTotals(record.cells)) return;
      const read = readLine(record.line, record.cells, plan);
      if ('unpaid' in read) unpaid += 1;
      else if ('problem' in read) {
        if (read.order === null) problems.push(read.problem);
        else spoil(read.order, read.problem);
      } else {
        for (const line of read.lines) takeLine(line);
      }
    },
    end(): ReadTable {
      const find = plan.columns.externalId === undefined ? findAlike(orders) : (line: Line) => orders.get(line.order);
      for (const line of refundLines) {
        const order = find(line);
        if (order && order.lines.length > 0) giveBack(line, order.lines);
        else problems.push({ line: line.at, field: 'amount', value: describe(line), reason: 'refund_alone' });
      }
      for (const { lines, bad } of orders.values()) {
        if (bad === null) continue;
        for (const at of lines.flatMap((line) => [line.at, ...line.refundsAt]))
          problems.push({ line: at, field: 'line', value: '', reason: 'other_line' });
      }
      problems.sort((one, other) => one.line - other.line);
      return { sales: salesOf(orders), problems, unpaid };
    },
  };
}

type Line = Omit<ReadSale, 'externalId' | 'totalCents' | 'items' | 'lines' | 'refundedAt'> & {
  at: number;
  order: string;
  product: string;
  amountCents: number;
  key: string | null;
  isKeyRevoked: boolean;
  refundedAt: string | null;
  /** What the line says came back of its whole order. */
  orderReturnedCents: number;
  /** The lines below zero that gave it back. */
  refundsAt: number[];
};

type Order = {
  lines: Line[];
  /** The line that keeps it out. */
  bad: number | null;
};

type LineRead = { lines: Line[] } | { unpaid: true } | { problem: Problem; order: string | null };

/** Gumroad ends its files with a sum. */
function isTotals(cells: readonly string[]): boolean {
  return cells[0]?.trim() === 'Totals' && cells.filter((cell) => /[^\d.,\s-]/.test(cell)).length === 1;
}

function readLine(at: number, cells: readonly string[], plan: ReadingPlan): LineRead {
  const { columns, source, habits } = plan;
  let found: Problem | null = null;
  const fail = (field: ImportField, reason: ImportProblemReason) => {
    const place = columns[field];
    const value = place === undefined ? '' : (cells[place] ?? '').slice(0, MOST_TOLD);
    found ??= { line: at, field, value, reason };
  };
  const text = (field: ImportField): string => {
    const place = columns[field];
    if (place === undefined) return '';
    const cell = plainCell(cells[place] ?? '');
    if ('value' in cell) return cell.value === factsOfSource(source).emptyCell ? '' : cell.value;
    fail(field, cell.problem);
    return '';
  };
  const status = text('status');
  const isLost = readFlag(text('disputed')) === true && readFlag(text('disputeWon')) !== true;
  const state = isLost ? 'refunded' : status === '' ? 'paid' : readStatus(status);
  if (state === 'unpaid') return { unpaid: true };
  if (state === null) fail('status', 'unknown_status');

  const giftee = text('giftee').toLowerCase();
  const email = giftee || text('email').toLowerCase();
  if (email === '') fail('email', 'no_email');
  else if (!isMailAddress(email)) fail(giftee === '' ? 'email' : 'giftee', 'bad_email');
  const named = cleanText(text('product'));
  const parts = source === 'woocommerce' ? readCart(named) : [{ product: named, listedCents: 0 }];
  if (named === '') fail('product', 'no_product');
  else if (parts.some(({ product }) => product.length > MOST_NAME)) fail('product', 'long_product');

  const paidAt = readPaidAt(text, fail, plan);
  const amountText = text('amount');
  const amount = amountText === '' ? { problem: 'no_amount' as const } : readAmount(amountText, habits);
  if ('problem' in amount) fail('amount', amount.problem);
  const amountCents = 'value' in amount ? amount.value : 0;
  const currency = readCurrency(text('currency'), amountText, factsOfSource(source).currency);
  if (currency === null) fail('currency', 'bad_currency');

  const key = readKey(text('key'));
  if ('problem' in key) fail('key', key.problem);
  else if (key.value !== null && parts.length > 1) fail('key', 'key_of_cart');
  // A purchase without a key says nothing.
  const isDisabled = text('isKeyEnabled') !== '' && readFlag(text('isKeyEnabled')) === false;
  const isAccessRevoked = readFlag(text('isAccessRevoked')) === true;
  const refund = readRefund(text, fail, { state, amountCents, paidAt }, plan);
  // A sale without a key gives the file to whoever has it.
  const hasNoKey = 'value' in key && key.value === null;
  if (isAccessRevoked && hasNoKey && refund.refundedAt === null) fail('isAccessRevoked', 'access_revoked');

  const told = text('externalId');
  if (told.length > MOST_ORDER) fail('externalId', 'bad_order');
  const order =
    told !== ''
      ? told
      : plan.fingerprint([email, parts[0]?.product, paidAt, Math.abs(amountCents), currency].join('\n'));
  if (found) return { problem: found, order: told !== '' && told.length <= MOST_ORDER ? told : null };
  const paid = shareOut(amountCents, parts);
  const returned = shareOut(refund.returnedCents, parts);
  const lines = parts.map(({ product }, part) => ({
    at,
    order,
    email,
    // A gift is named after whoever paid.
    name:
      giftee === ''
        ? cleanText([text('name'), text('lastName')].join(' ').replace(/\s+/g, ' ')).slice(0, MOST_NAME)
        : '',
    product,
    amountCents: paid[part] ?? 0,
    currency: currency ?? 'BRL',
    paidAt,
    key: 'value' in key ? key.value : null,
    isKeyRevoked: isDisabled || isAccessRevoked,
    ...refund,
    returnedCents: returned[part] ?? 0,
    refundsAt: [],
    affiliateCode: text('affiliateCode').slice(0, MOST_NAME) || null,
  }));
  return { lines };
}

const MOST_TOLD = 200;
const MOST_NAME = 120;
const MOST_ORDER = 100;

type Text = (field: ImportField) => string;
type Fail = (field: ImportField, reason: ImportProblemReason) => void;

function readPaidAt(text: Text, fail: Fail, { habits, now }: ReadingPlan): string {
  const [day, time] = [text('paidAt'), text('paidTime')];
  // The hour may stand alone, or with its day.
  const written = /^\d{1,2}:\d{2}/.test(time) ? `${day} ${time}` : time || day;
  if (written === '') {
    fail('paidAt', 'no_day');
    return '';
  }
  const moment = readMoment(written, habits);
  if ('problem' in moment) {
    fail('paidAt', moment.problem);
    return '';
  }
  if (Date.parse(moment.value) > now.getTime() + DAY_MS) fail('paidAt', 'future');
  else if (moment.value < EARLIEST) fail('paidAt', 'bad_day');
  return moment.value;
}

const EARLIEST = '1995';

function readCurrency(typed: string, amount: string, usual: string): string | null {
  if (typed !== '') {
    const code = typed.toUpperCase();
    return CURRENCY_SIGNS[code] ?? (/^[A-Z]{3}$/.test(code) ? code : null);
  }
  if (/R\$/i.test(amount)) return 'BRL';
  if (/€/.test(amount)) return 'EUR';
  return /US\$|USD/i.test(amount) ? 'USD' : usual;
}

const CURRENCY_SIGNS: Readonly<Record<string, string>> = { R$: 'BRL', US$: 'USD', $: 'USD', '€': 'EUR', REAL: 'BRL' };

type Paid = { state: 'paid' | 'refunded' | null; amountCents: number; paidAt: string };

function readRefund(text: Text, fail: Fail, { state, amountCents, paidAt }: Paid, { habits, source }: ReadingPlan) {
  const told = text('refundedAt');
  const flag = readFlag(told);
  const moment = flag === null ? readMoment(told, habits) : null;
  if (moment && 'problem' in moment) fail('refundedAt', moment.problem);
  const returned = text('refundAmount');
  const amount = returned === '' ? { value: 0 } : readAmount(returned, habits);
  if ('problem' in amount) fail('refundAmount', amount.problem);
  const toldCents = 'value' in amount ? Math.abs(amount.value) : 0;
  const isOfOrder = factsOfSource(source).refundsWholeOrder === true;
  const lineCents = isOfOrder ? 0 : toldCents;
  // A day of return beside a smaller amount is that of a part.
  const isPart = toldCents > 0 && (isOfOrder || toldCents < amountCents);
  const isWhole = state === 'refunded' || (!isPart && (flag === true || moment !== null || lineCents > 0));
  const at = moment && 'value' in moment ? later(moment.value, paidAt) : paidAt;
  return {
    refundedAt: isWhole ? at : null,
    returnedCents: isWhole ? Math.max(0, amountCents) : lineCents,
    orderReturnedCents: isOfOrder ? toldCents : 0,
  };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function whyNotTogether(first: Line, line: Line, isUnnumbered: boolean): Omit<Problem, 'line'> | null {
  if (first.email !== line.email) return { field: 'email', value: line.email, reason: 'other_buyer' };
  if (first.currency !== line.currency) return { field: 'currency', value: line.currency, reason: 'other_currency' };
  const isAlike = line.key === null && first.product === line.product && first.amountCents === line.amountCents;
  return isUnnumbered && isAlike ? { field: 'line', value: '', reason: 'repeated' } : null;
}

/** Without numbers a refund is that of the same buyer, product and amount. */
function findAlike(orders: ReadonlyMap<string, Order>): (line: Line) => Order | undefined {
  const nameOf = ({ email, product, currency }: Line, cents: number) => [email, product, currency, cents].join('\n');
  const alike = Map.groupBy(
    [...orders.values()].filter(({ lines }) => lines[0]?.refundedAt === null),
    ({ lines: [first] }) => (first ? nameOf(first, first.amountCents) : ''),
  );
  return (line) => alike.get(nameOf(line, -line.amountCents))?.shift();
}

function giveBack(line: Line, lines: readonly Line[]): void {
  let left = -line.amountCents;
  for (const each of lines) {
    const part = Math.min(left, each.amountCents - each.returnedCents);
    each.returnedCents += part;
    left -= part;
    if (part > 0 && each.returnedCents >= each.amountCents) each.refundedAt = later(line.paidAt, each.paidAt);
  }
  lines[0]?.refundsAt.push(line.at);
}

function describe({ paidAt, amountCents }: Line): string {
  return `${formatDay(paidAt)} ${(amountCents / 100).toFixed(2).replace('.', ',')}`;
}

function* salesOf(orders: ReadonlyMap<string, Order>): Generator<ReadSale> {
  for (const [externalId, { lines, bad }] of orders) if (bad === null) yield toSale(externalId, lines);
}

/** It is given back once all of it is. */
function toSale(externalId: string, lines: readonly Line[]): ReadSale {
  const [first] = lines;
  if (!first) throw new Error('An order has at least one line.');
  const sum = (cents: (line: Line) => number) => lines.reduce((total, line) => total + cents(line), 0);
  const totalCents = sum((line) => line.amountCents);
  const ofOrder = Math.max(...lines.map(({ orderReturnedCents }) => orderReturnedCents));
  const returnedCents = Math.min(
    totalCents,
    Math.max(
      ofOrder,
      sum((line) => line.returnedCents),
    ),
  );
  // What cost nothing is given back where its lines say so.
  const isGivenBack = totalCents > 0 ? returnedCents === totalCents : lines.every((line) => line.refundedAt !== null);
  const refundedAt = lines.map((line) => line.refundedAt ?? line.paidAt).reduce(later);
  return {
    externalId,
    email: first.email,
    name: first.name,
    paidAt: lines.map(({ paidAt }) => paidAt).reduce((one, other) => (one < other ? one : other)),
    currency: first.currency,
    totalCents,
    returnedCents,
    refundedAt: isGivenBack ? refundedAt : null,
    affiliateCode: first.affiliateCode,
    items: lines.map(({ product, amountCents, key, isKeyRevoked }) => ({
      product,
      amountCents,
      key,
      ...(isKeyRevoked && { isKeyRevoked }),
    })),
    lines: [...new Set(lines.flatMap(({ at, refundsAt }) => [at, ...refundsAt]))],
  };
}
