import { Resolver } from 'node:dns/promises';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { MAIL_PARTS, MAIL_PRESETS, presetOfHost } from '#src/wire/mail/mail-server.ts';
import type { Finding } from '#src/wire/upkeep/findings.ts';

/** Returns the TXT records of a name, each whole; none where the name has none. */
type ReadTexts = (name: string) => Promise<string[]>;

/** Receivers judge a message by these records; without them it ends among spam. Refusals are never sure, so that nothing here is `wrong`. */
export async function checkSenderDomain(
  domain: string,
  host: string,
  readTexts: ReadTexts = readTextsOfDns,
): Promise<Finding[]> {
  if (!domain.includes('.')) return [];
  try {
    const [ofDomain, ofPolicy] = await Promise.all([readTexts(domain), readTexts(`_dmarc.${domain}`)]);
    return [judgeSpf(domain, host, ofDomain), judgeDkim(domain), judgeDmarc(domain, ofPolicy)];
  } catch (error) {
    const code = errorCode(error, 'sem resposta');
    return [warn('spf', `O DNS de ${domain} não respondeu agora (${code}). Confira de novo mais tarde.`)];
  }
}

function judgeSpf(domain: string, host: string, texts: string[]): Finding {
  const records = texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  const preset = presetOfHost(host);
  const include = preset ? MAIL_PRESETS[preset].spf : null;
  const [record] = records;
  if (records.length > 1) {
    return warn('spf', `${domain} tem ${records.length} registros SPF, e só pode ter um: junte-os num só.`);
  }
  if (!record) {
    const value = `v=spf1 ${include ?? `a:${host}`} ~all`;
    return warn('spf', `${domain} não diz quem pode enviar por ele. Crie este registro TXT no DNS:`, [domain, value]);
  }
  if (include && !record.toLowerCase().includes(include)) {
    const value = record.replace(
      /\s*([~?+-]?all)?\s*$/i,
      (_, all: string | undefined) => ` ${include} ${all ?? '~all'}`,
    );
    return warn('spf', `O SPF de ${domain} não cita este serviço. Troque o registro TXT por este:`, [domain, value]);
  }
  return { name: MAIL_PARTS.spf, state: 'right', sentence: `${domain}: ${record}`, toCopy: null };
}

/** Its name is the service's own secret, so that it cannot be looked up. */
function judgeDkim(domain: string): Finding {
  return warn(
    'dkim',
    `A assinatura é ligada no painel do serviço de e-mail, que mostra o registro a criar no DNS de ${domain}. Abra o e-mail de teste e procure dkim=pass nos detalhes.`,
  );
}

function judgeDmarc(domain: string, texts: string[]): Finding {
  const record = texts.find((text) => /^v=DMARC1\b/i.test(text));
  if (record) return { name: MAIL_PARTS.dmarc, state: 'right', sentence: `${domain}: ${record}`, toCopy: null };
  return warn('dmarc', `${domain} não tem DMARC, que Gmail e Outlook pedem. Crie este registro TXT no DNS:`, [
    `_dmarc.${domain}`,
    'v=DMARC1; p=none',
  ]);
}

function warn(part: keyof typeof MAIL_PARTS, sentence: string, record?: [name: string, value: string]): Finding {
  const toCopy = record ? { label: `Registro TXT de ${record[0]}`, value: record[1] } : null;
  return { name: MAIL_PARTS[part], state: 'warning', sentence, toCopy };
}

async function readTextsOfDns(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes(errorCode(error, ''))) return [];
    throw error;
  }
}
