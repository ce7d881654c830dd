import { MAILBOX_REFUSED, QUOTA_REFUSED } from '#src/wire/mail/mail.ts';

/** What nodemailer tells of a refusal. */
export type SmtpRefusal = { responseCode?: number; response?: string; command?: string };

/** Returns the code under which the shop knows the refusal; undefined leaves it as it is. */
export function codeOfRefusal({ responseCode = 0, response = '', command = '' }: SmtpRefusal): string | undefined {
  if (responseCode < 400) return undefined;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  if (isQuota(status, response)) return QUOTA_REFUSED;
  // Before the addressee is named, a server speaks of us.
  const isOfAddressee = responseCode >= 500 && ['RCPT TO', 'DATA', 'API', ''].includes(command);
  return isOfAddressee && isMailbox(responseCode, status, response) ? MAILBOX_REFUSED : undefined;
}

function isQuota(status: string, response: string): boolean {
  if (QUOTA_STATUSES.has(status)) return true;
  return !OF_OTHERS.test(response) && QUOTA_WORDS.some((words) => words.test(response));
}

/**
 * A mail has one addressee, so that too many of them (x.5.3) are those of the account. Gmail
 * (support.google.com/a/answer/3726730): 550 5.4.5, 452 4.5.3, 421 4.7.28. Exchange Online (learn.microsoft.com,
 * non-delivery-reports-in-exchange-online): 550 5.1.90, 5.7.232, 5.7.233 and 451 4.7.500.
 */
const QUOTA_STATUSES: ReadonlySet<string> = new Set([
  ...['4.5.3', '5.5.3', '5.4.5', '4.7.28', '5.7.28'],
  ...['5.1.90', '5.7.232', '5.7.233', '4.7.500'],
]);

/** The addressee's mailbox is full (RFC 3463: x.2.2), or the message is too large. */
const OF_OTHERS = /^\d{3}[ -][45]\.2\.2\b|\bsize\b|\bmailbox\b|\bcaixa\b|\bdestinat[aá]rio\b/i;

const QUOTA_WORDS = [
  // Gmail: 'Daily user sending quota exceeded', 'Peak SMTP relay limit exceeded'. Amazon SES (docs.aws.amazon.com/ses,
  // manage-sending-quotas-errors): '454 Throttling failure: Daily message quota exceeded'; its rate of a second is no quota.
  /\b(?:send|sending|messages?|relay|recipients?|outgoing|hourly|daily)\b[^;]{0,40}\b(?:quota|limit)\b[^;]{0,60}\b(?:exceeded|reached)\b/i,
  /\b(?:exceeded|reached|over)\b[^;]{0,40}\b(?:sending|messages?|relay|hourly|daily|outgoing|outmail)\b[^;]{0,30}\b(?:quota|limits?)\b/i,
  // Plesk (554 5.7.0), postfwd and cPanel.
  /\blimit on the number of allowed outgoing messages was exceeded\b/i,
  /\bnumber (?:of )?(?:messages|recipients) per (?:hour|day) exceeded\b/i,
  /\bhas exceeded the max (?:emails|defers)\b/i,
  // Outlook.com: 554 5.2.0.
  /\bSubmissionQuotaExceeded/i,
  // Hosts that count by the hour: 421 'throttle delay', 452 'Sender is throttled'.
  /\bsender (?:is )?throttled\b|\bthrottle delay\b/i,
  // Zoho: 550 5.4.6.
  /\bunusual sending activity\b/i,
  // Gmail: 421 and 454 4.7.0.
  /\bunusual rate of\b|\btoo many (?:login attempts|messages|e-?mails)\b/i,
  // Hosts in Brazil.
  /\b(?:exced|ating|ultrapass)\p{L}+[^;]{0,40}\b(?:limite|cota)\b/iu,
  /\b(?:limite|cota)\b[^;]{0,60}\b(?:exced|ating|ultrapass|esgot)\p{L}+/iu,
];

function isMailbox(responseCode: number, status: string, response: string): boolean {
  if (status) return MAILBOX_STATUSES.has(status) || (status === '5.1.0' && MAILBOX_WORDS.test(response));
  return MAILBOX_CODES.has(responseCode) && MAILBOX_WORDS.test(response);
}

/**
 * RFC 3463: no such mailbox, no such system, no valid address, moved without a new one, disabled. RFC 7505: the domain takes no
 * mail (5.1.10). The sender's (5.1.7, 5.1.8), full ones (5.2.2), content and policy (5.6, 5.7) are not among them.
 */
const MAILBOX_STATUSES: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** RFC 5321: these may also mean a policy, so that the words decide. */
const MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553]);
const MAILBOX_WORDS =
  /\b(?:user|mailbox|recipient|address|account|usu[aá]rio|caixa(?: postal)?|destinat[aá]rio|endere[cç]o|conta)\b[^;]{0,40}(?:unknown|unavailable|not found|does not exist|doesn't exist|disabled|inactive|invalid|inexistente|desconhecid[oa]|n[aã]o existe|inativ[oa])|\b(?:unknown|no such|invalid) (?:user|mailbox|recipient|address)\b/i;
