import { describe, expect, test } from 'vitest';
import { normalizeAddress } from '#src/domain/mail/address-hash.ts';
import { decideReminder, type Situation } from '#src/domain/reminders/decide-reminder.ts';
import { whatsapp } from '#src/wire/basics/whatsapp.ts';
import { whatsappUrl } from '#src/wire/customers/whatsapp-contact.ts';
import { fillWords, SaveRecovery, USUAL_RECOVERY, unknownVariables } from '#src/wire/reminders/recovery.ts';
import { dueAt, endOfNight, REMINDER_STEPS, untilText } from '#src/wire/reminders/reminders.ts';

/** 15:00 in São Paulo; its Pix is open until 17:00. */
const CREATED = '2026-11-23T18:00:00.000Z';
const EXPIRES = '2026-11-23T20:00:00.000Z';
const OPEN = {
  status: 'PENDING',
  failureReason: null,
  review: null,
  chargeState: 'open',
  pixCopyPaste: 'code',
  customerEmail: 'ana@exemplo.com.br',
  createdAt: CREATED,
  expiresAt: EXPIRES,
} as const;
const EXPIRED = { ...OPEN, status: 'FAILED', failureReason: 'expired', chargeState: 'closed' } as const;
const GOOD = {
  isOn: true,
  isAsked: false,
  hasDeclined: false,
  hasBought: false,
  hasNewerOpen: false,
  hasRecent: false,
  lastAskedAt: null,
  isOnSale: true,
  isCouponUsable: true,
};

type Row = [
  situation: string,
  change: Partial<Omit<Situation, 'purchase' | 'step'>> & { purchase?: Partial<Situation['purchase']> },
  first: string,
  second: string,
  third: string,
  /** Past the usual time of each step. */
  lateMs?: number,
];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROWS: Row[] = [
  ['as it should be', {}, 'send', 'send', 'send'],
  ['switched off', { isOn: false }, 'off', 'off', 'off'],
  ['paid', { purchase: { status: 'COMPLETED', failureReason: null } }, 'paid', 'paid', 'paid'],
  [
    'paid, and switched off',
    { isOn: false, purchase: { status: 'COMPLETED', failureReason: null } },
    'paid',
    'paid',
    'paid',
  ],
  ['refunded', { purchase: { status: 'REFUNDED', failureReason: null } }, 'refunded', 'refunded', 'refunded'],
  ['erased', { purchase: { customerEmail: null } }, 'erased', 'erased', 'erased'],
  [
    'erased after it was paid',
    { purchase: { customerEmail: null, status: 'COMPLETED' } },
    'erased',
    'erased',
    'erased',
  ],
  [
    'in review for a short payment',
    { purchase: { status: 'PENDING', failureReason: null, review: 'short_payment' } },
    'review',
    'review',
    'review',
  ],
  ['in review for a dispute', { purchase: { review: 'dispute' } }, 'review', 'review', 'review'],
  [
    'refused by the bank',
    { purchase: { status: 'FAILED', failureReason: 'provider' } },
    'refused',
    'refused',
    'refused',
  ],
  [
    'given back, and closed',
    { purchase: { status: 'FAILED', failureReason: 'rejected' } },
    'refused',
    'refused',
    'refused',
  ],
  ['of one who declined', { hasDeclined: true }, 'declined', 'declined', 'declined'],
  ['of one who has bought the product since', { hasBought: true }, 'bought', 'bought', 'bought'],
  ['with a newer one that is open', { hasNewerOpen: true }, 'newer', 'newer', 'newer'],
  ['of one whose other purchase had a reminder', { hasRecent: true }, 'recent', 'recent', 'recent'],
  ['of one who declined and has bought', { hasDeclined: true, hasBought: true }, 'declined', 'declined', 'declined'],
  [
    'not charged yet',
    { purchase: { status: 'PENDING', failureReason: null, chargeState: 'creating', pixCopyPaste: null } },
    'closed',
    'open',
    'open',
  ],
  [
    'of an unclear charge',
    { purchase: { status: 'PENDING', failureReason: null, chargeState: 'unclear', pixCopyPaste: null } },
    'closed',
    'open',
    'open',
  ],
  [
    'still open at the bank',
    { purchase: { status: 'PENDING', failureReason: null, chargeState: 'open' } },
    'send',
    'open',
    'open',
  ],
  [
    'still payable at the hour of the second',
    { purchase: { ...OPEN, expiresAt: '2026-11-24T18:00:00.000Z' } },
    'send',
    'wait 2026-11-24T18:10:00.000Z',
    'open',
  ],
  [
    'closed early',
    { purchase: { status: 'FAILED', failureReason: 'expired', chargeState: 'closed' } },
    'closed',
    'send',
    'send',
  ],
  ['of a product that is not sold any more', { isOnSale: false }, 'send', 'not_on_sale', 'not_on_sale'],
  ['without a coupon that holds', { isCouponUsable: false }, 'send', 'send', 'no_coupon'],
  ['99 minutes late', {}, 'send', 'send', 'send', 99 * MINUTE],
  ['100 minutes late, when the Pix is over', {}, 'closed', 'send', 'send', 100 * MINUTE],
  ['in the night after', {}, 'closed', 'wait 2026-11-25T11:00:00.000Z', 'wait 2026-11-27T11:00:00.000Z', 12 * HOUR],
  ['a day late, less a minute', {}, 'closed', 'send', 'send', 24 * HOUR - MINUTE],
  ['a day late', {}, 'closed', 'late', 'late', 24 * HOUR],
  ['asked for by hand, and switched off', { isOn: false, isAsked: true }, 'send', 'send', 'send'],
  ['asked for by hand, of one who declined', { hasDeclined: true, isAsked: true }, 'declined', 'declined', 'declined'],
  ['asked for by hand, two days late', { isAsked: true }, 'closed', 'send', 'send', 48 * HOUR],
  [
    'ten minutes, and then most of a day, after one by hand',
    { lastAskedAt: new Date('2026-11-23T18:10:00.000Z') },
    'wait 2026-11-24T14:10:00.000Z',
    'wait 2026-11-24T14:10:00.000Z',
    'send',
  ],
  [
    '20 hours, less a minute, after one by hand',
    { lastAskedAt: new Date('2026-11-23T18:10:00.000Z') },
    'wait 2026-11-24T14:10:00.000Z',
    'wait 2026-11-24T14:10:00.000Z',
    'send',
    69 * MINUTE,
  ],
  [
    '20 hours after one by hand',
    { lastAskedAt: new Date('2026-11-23T18:10:00.000Z') },
    'wait 2026-11-24T14:10:00.000Z',
    'send',
    'send',
    70 * MINUTE,
  ],
  [
    'with one by hand that leaves an hour before the third',
    { lastAskedAt: new Date('2026-11-26T12:00:00.000Z') },
    'wait 2026-11-27T11:00:00.000Z',
    'wait 2026-11-27T11:00:00.000Z',
    'wait 2026-11-27T11:00:00.000Z',
  ],
  [
    'asked for by hand, after another',
    { isAsked: true, lastAskedAt: new Date('2026-11-26T12:00:00.000Z') },
    'send',
    'send',
    'send',
  ],
  [
    'paid after one by hand',
    { lastAskedAt: new Date('2026-11-26T12:00:00.000Z'), purchase: { status: 'COMPLETED', failureReason: null } },
    'paid',
    'paid',
    'paid',
  ],
  ['asked for by hand, six days late', { isAsked: true }, 'closed', 'send', 'late', 144 * HOUR],
];

describe('a purchase', () => {
  test.each(ROWS)('%s', (_, { purchase, ...change }, first, second, third, lateMs = 0) => {
    const outcomes = REMINDER_STEPS.map((step) => {
      const usual = step === 1 ? OPEN : EXPIRED;
      const situation: Situation = { step, ...GOOD, ...change, purchase: { ...usual, ...purchase } };
      const decision = decideReminder(situation, new Date(Date.parse(dueAt(step, CREATED)) + lateMs));
      if (decision.act === 'skip') return decision.reason;
      return decision.act === 'wait' ? `wait ${decision.until.toISOString()}` : 'send';
    });
    expect(outcomes).toEqual([first, second, third]);
  });

  test('25 situations at least stand in the table', () => {
    expect(new Set(ROWS.map(([situation]) => situation)).size).toBeGreaterThanOrEqual(25);
  });
});

describe('the clock of São Paulo', () => {
  test.each([
    ['2026-11-23T18:00:00.000Z', '2026-11-23T18:20:00.000Z', '2026-11-24T13:00:00.000Z', '2026-11-26T13:00:00.000Z'],
    // 23:59 of the 22nd there, although the 23rd in UTC; and one minute later.
    ['2026-11-23T02:59:00.000Z', '2026-11-23T03:19:00.000Z', '2026-11-23T13:00:00.000Z', '2026-11-25T13:00:00.000Z'],
    ['2026-11-23T03:00:00.000Z', '2026-11-23T03:20:00.000Z', '2026-11-24T13:00:00.000Z', '2026-11-26T13:00:00.000Z'],
    ['2026-12-31T23:50:00.000Z', '2027-01-01T00:10:00.000Z', '2027-01-01T13:00:00.000Z', '2027-01-03T13:00:00.000Z'],
  ])('reminds of what was ordered at %s', (createdAt, first, second, third) => {
    expect(REMINDER_STEPS.map((step) => dueAt(step, createdAt))).toEqual([first, second, third]);
  });

  test.each([
    ['2026-11-24T00:59:59.999Z', null],
    ['2026-11-24T01:00:00.000Z', '2026-11-24T11:00:00.000Z'],
    ['2026-11-24T02:59:00.000Z', '2026-11-24T11:00:00.000Z'],
    ['2026-11-24T03:00:00.000Z', '2026-11-24T11:00:00.000Z'],
    ['2026-11-24T10:59:59.999Z', '2026-11-24T11:00:00.000Z'],
    ['2026-11-24T11:00:00.000Z', null],
  ])('is silent from 22:00 to 08:00: %s', (now, end) => {
    expect(endOfNight(new Date(now))?.toISOString() ?? null).toBe(end);
  });

  test('says a day as people do', () => {
    const monday = new Date('2026-11-23T13:00:00.000Z');
    const said = ['2026-11-23', '2026-11-24', '2026-11-29', '2026-11-30'].map((day) => untilText(day, monday));
    expect(said).toEqual(['hoje', 'amanhã', 'domingo', '30/11']);
  });
});

describe('the words of a reminder', () => {
  const VALUES = { nome: 'Ana', produto: 'Curva Log Pro', valor: 'R$ 89,90', validade: '16:42' };

  test('are filled in, and a name that is none leaves no gap', () => {
    expect(fillWords('Oi, {nome}! {produto}: {valor} até {validade}', VALUES)).toBe(
      'Oi, Ana! Curva Log Pro: R$ 89,90 até 16:42',
    );
    expect(fillWords('Oi, {nome}! Tudo bem?', { ...VALUES, nome: '' })).toBe('Oi! Tudo bem?');
    expect(fillWords('{produto}', { ...VALUES, produto: '{nome}' }), 'what was filled in is not read again').toBe(
      '{nome}',
    );
  });

  test('know four variables and refuse the rest with a sentence', () => {
    expect(unknownVariables('{nome} {cupom} {} {Nome}')).toEqual(['{cupom}', '{}', '{Nome}']);
    const [first, ...others] = USUAL_RECOVERY.steps;
    const steps = [{ ...first, subject: 'Leve com {desconto}' }, ...others];
    const read = SaveRecovery.safeParse({ ...USUAL_RECOVERY, steps, updatedAt: null });
    expect(read.error?.issues).toMatchObject([
      {
        path: ['steps', 0, 'subject'],
        message: '{desconto} não existe. Use {nome}, {produto}, {valor} ou {validade}.',
      },
    ]);
  });

  test('have room for 80 and 1,200 characters', () => {
    const save = (subject: number, body: number) => {
      const [first, ...others] = USUAL_RECOVERY.steps;
      const steps = [{ ...first, subject: 's'.repeat(subject), body: 'b'.repeat(body) }, ...others];
      return SaveRecovery.safeParse({ ...USUAL_RECOVERY, steps, updatedAt: null }).success;
    };
    expect([save(80, 1_200), save(81, 1_200), save(80, 1_201), save(0, 10), save(10, 0)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('of the third need a coupon, and what the shop begins with is valid', () => {
    const usual = { ...USUAL_RECOVERY, updatedAt: null };
    expect(SaveRecovery.safeParse(usual).success).toBe(true);
    const [first, second, third] = USUAL_RECOVERY.steps;
    const refused = SaveRecovery.safeParse({ ...usual, steps: [first, second, { ...third, isOn: true }] });
    expect(refused.error?.issues).toMatchObject([
      { path: ['couponId'], message: 'Escolha o cupom do terceiro lembrete.' },
    ]);
  });
});

test.each([
  ['Ana.Lima+promo@GMail.com', 'analima@gmail.com'],
  ['analima@googlemail.com', 'analima@gmail.com'],
  ['ana.lima+x@exemplo.com.br', 'ana.lima@exemplo.com.br'],
])('the mailbox of %s is %s', (typed, mailbox) => {
  expect(normalizeAddress(typed)).toBe(mailbox);
});

describe('a number of WhatsApp', () => {
  test.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['1133224455', '+551133224455'],
    ['+55 21 98765 4321', '+5521987654321'],
    ['011987654321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    // A local number of Rio Grande do Sul begins with the country's code.
    ['55 98765-4321', '+5555987654321'],
    ['  ', null],
  ])('%s becomes %s', (typed, number) => {
    expect(whatsapp.parse(typed)).toBe(number);
  });

  test.each([
    '98765-4321',
    '10 98765-4321',
    '119876543210',
    '(11) 98765-432a',
    'abc',
    '+1 212 555 0100',
    '1'.repeat(41),
  ])('%s is refused', (typed) => {
    expect(whatsapp.safeParse(typed).error?.issues[0]?.message).toBe('WhatsApp inválido: use DDD e número.');
  });

  test('opens a conversation that asks about the Pix', () => {
    const url = new URL(whatsappUrl('+5511987654321', { name: 'Ana', product: 'Curva Log Pro' }));
    expect(`${url.origin}${url.pathname}`).toBe('https://wa.me/5511987654321');
    expect(url.searchParams.get('text')).toBe(
      'Oi, Ana! Vi que seu Pix do Curva Log Pro não caiu. Quer que eu gere outro?',
    );
  });
});
