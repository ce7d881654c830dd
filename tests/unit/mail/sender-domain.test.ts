import { describe, expect, test } from 'vitest';
import { checkSenderDomain } from '#src/gateways/mail/check-sender-domain.ts';

const look = async (records: Record<string, string[]>, host = 'smtp.gmail.com') => {
  const findings = await checkSenderDomain('corte.test', host, async (name) => records[name] ?? []);
  return findings.map(({ name, state, toCopy }) => [name.toLowerCase(), state, toCopy?.value ?? null]);
};

describe("the sender's domain", () => {
  test('without records says which to create', async () => {
    expect(await look({})).toEqual([
      ['spf', 'warning', 'v=spf1 include:_spf.google.com ~all'],
      ['dkim', 'warning', null],
      ['dmarc', 'warning', 'v=DMARC1; p=none'],
    ]);
    expect((await look({}, 'smtp.corte.test'))[0]).toEqual(['spf', 'warning', 'v=spf1 a:smtp.corte.test ~all']);
  });

  test.each([
    [['v=spf1 include:_spf.google.com -all'], 'right', null],
    [['google-site-verification=1', 'V=SPF1 INCLUDE:_SPF.GOOGLE.COM ~all'], 'right', null],
    [['v=spf1 mx -all'], 'warning', 'v=spf1 mx include:_spf.google.com -all'],
    [['v=spf1 mx'], 'warning', 'v=spf1 mx include:_spf.google.com ~all'],
    [['v=spf1 mx -all', 'v=spf1 include:_spf.google.com -all'], 'warning', null],
    [['v=spf10 mx'], 'warning', 'v=spf1 include:_spf.google.com ~all'],
  ])('with SPF %j', async (texts, state, value) => {
    expect((await look({ 'corte.test': texts }))[0]).toEqual(['spf', state, value]);
  });

  test('with DMARC has it right, and a silent DNS is no refusal', async () => {
    expect((await look({ '_dmarc.corte.test': ['v=DMARC1; p=reject'] }))[2]).toEqual(['dmarc', 'right', null]);
    const silent = await checkSenderDomain('corte.test', 'smtp.gmail.com', () =>
      Promise.reject(Object.assign(new Error('away'), { code: 'ETIMEOUT' })),
    );
    expect(silent).toMatchObject([{ name: 'SPF', state: 'warning', toCopy: null }]);
    expect(await checkSenderDomain('localhost', '127.0.0.1')).toEqual([]);
  });
});
