import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import type { Shop } from '../shop.ts';
import { readCertificateHealth } from './certificates.ts';

export async function certificateItems(shop: Shop): Promise<AttentionRow[]> {
  const health = await readCertificateHealth(shop);
  if (!health) return [];
  const { domain, certificate, problem } = health;
  const row = {
    id: 'certificate',
    href: settingsAddress('address'),
    action: 'Abrir o endereço',
  } as const;
  const detail = problem ?? 'A loja ainda não conseguiu renová-lo.';
  if (certificate?.isEnding) {
    const title = `O certificado de ${domain} acaba em ${formatDayTime(certificate.endsAt)}`;
    return [{ ...row, tone: 'danger', title, detail }];
  }
  if (certificate || problem === null) return [];
  return [{ ...row, tone: 'warning', title: `O certificado de ${domain} ainda não veio`, detail: problem }];
}
