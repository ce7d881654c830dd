import { describe, expect, test } from 'vitest';
import { codeOfRefusal } from '#src/gateways/mail/smtp-replies.ts';

const refusal = (response: string, command = 'RCPT TO') =>
  codeOfRefusal({ responseCode: Number(response.slice(0, 3)), response, command });

describe('what a mail server answers', () => {
  test.each([
    '550 5.4.5 Daily user sending quota exceeded. o65sm25351206pga.71 - gsmtp',
    '550 5.4.5 Daily SMTP relay limit exceeded for customer.',
    '450 4.2.1 Peak SMTP relay limit exceeded for customer.',
    '452 4.5.3 Your message has too many recipients.',
    '421 4.7.28 Our system has detected an unusual rate of mail originating from your account.',
    '454 4.7.0 Too many login attempts, please try again later.',
    '454 Throttling failure: Daily message quota exceeded.',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients.",
    "550 5.7.233 Your message can't be sent because your tenant exceeded its daily limit.",
    '451 4.7.500 Server busy. Please try again later.',
    '554 5.7.0 Your message could not be sent. The limit on the number of allowed outgoing messages was exceeded.',
    '552 Message would take you over your relay quota of 500',
    '554 5.7.1 <ana@exemplo.com.br>: Recipient address rejected: You have exceeded your Outmail quota.',
    '550 5.4.6 Unusual sending activity detected. Please try after sometime',
    '452 Sender is throttled',
    '550 Voce excedeu o limite de envio por hora',
    '450 4.7.1 Limite diário de envios atingido para esta conta',
    '550 5.7.1 Cota de envio esgotada',
  ])('is about the quota of our account: %s', (response) => {
    expect(refusal(response)).toBe('EQUOTA');
  });

  test.each([
    '550 5.1.1 The email account that you tried to reach does not exist.',
    '550 5.1.2 Host unknown',
    '553 5.1.3 The recipient address is not a valid RFC 5321 address.',
    '550 5.2.1 The email account that you tried to reach is disabled.',
    '556 5.1.10 Recipient address has null MX',
    '550 No such user here',
    '550 Usuário desconhecido',
    '551 User unknown',
    '553 A conta de e-mail não existe',
  ])('is about the mailbox: %s', (response) => {
    expect(refusal(response)).toBe('EMAILBOX');
  });

  test.each([
    '452 4.2.2 The email account that you tried to reach is over quota.',
    '552 5.2.2 Mailbox quota exceeded',
    '452 4.2.2 A caixa postal do destinatário atingiu o limite',
    '552 5.3.4 Message size limit exceeded',
    '454 Throttling failure: Maximum sending rate exceeded.',
    '450 4.2.0 Greylisted, try again later',
    '450 4.1.1 The recipient address is unknown for now',
    '550 5.1.8 Sender address rejected: Domain not found',
    '550 5.7.1 Message rejected as spam',
    '550 5.7.26 Unauthenticated email is not accepted',
    '554 5.6.0 Message contents rejected',
    '550 Administrative prohibition',
  ])('is neither: %s', (response) => {
    expect(refusal(response)).toBeUndefined();
  });

  test('says nothing of the mailbox before it is named', () => {
    expect(refusal('550 5.1.1 User unknown', 'MAIL FROM')).toBeUndefined();
    expect(codeOfRefusal({})).toBeUndefined();
  });
});
