import { findAdministrator } from '#db/queries/access/users.ts';
import { findIncident } from '#db/queries/upkeep/incidents.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { can } from '#src/wire/access/roles.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { IncidentSubject } from '#src/wire/upkeep/incidents.ts';
import { type SettingSection, settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { readCertificateHealth } from '../address/certificates.ts';
import type { IncidentMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';
import { readBackups } from './backups.ts';
import { freePercent } from './disk.ts';
import type { ToldIncident } from './incidents.ts';

export const INCIDENT_MAIL = { incident: { write: writeIncident } } satisfies Partial<MailHandlers>;

/** What is over before its mail could leave is told by the one that says so. */
async function writeIncident(shop: Shop, mail: OutboxRow): Promise<IncidentMail | undefined> {
  const { userId, subject, beganAt, endedAt }: ToldIncident & { userId: string } = JSON.parse(mail.payload ?? '{}');
  const owner = await findAdministrator(shop.db, userId);
  if (!owner || !can(owner.role, 'settings') || (endedAt === null && !(await isUnderWay(shop, subject, beganAt))))
    return undefined;
  return {
    kind: 'incident',
    ...addressMail(shop, mail, owner),
    beganAt: formatDayTime(beganAt),
    endedAt: endedAt && formatDayTime(endedAt),
    about: await ABOUT[subject](shop),
    healthUrl: `${shop.settings.siteUrl}${settingsAddress(SCREENS[subject])}`,
  };
}

async function isUnderWay({ db }: Shop, subject: IncidentSubject, beganAt: string): Promise<boolean> {
  return (await findIncident(db, subject))?.beganAt === beganAt;
}

const SCREENS: Record<IncidentSubject, SettingSection> = {
  bank: 'bank',
  disk: 'health',
  backup: 'health',
  certificate: 'address',
};

const ABOUT: Record<IncidentSubject, (shop: Shop) => Promise<IncidentMail['about']>> = {
  bank: async ({ settings: { bankName } }) => ({ subject: 'bank', bankName }),
  async disk({ disk }) {
    const space = await disk.readSpace();
    return { subject: 'disk', freePercent: space && freePercent(space) };
  },
  async backup(shop) {
    const { hasFailed, madeAt } = await readBackups(shop);
    return { subject: 'backup', hasFailed, madeAt: madeAt && formatDayTime(madeAt) };
  },
  async certificate(shop) {
    const health = await readCertificateHealth(shop);
    const endsAt = health?.certificate?.endsAt;
    return {
      subject: 'certificate',
      domain: health?.domain ?? new URL(shop.settings.siteUrl).hostname,
      endsAt: endsAt ? formatDayTime(endsAt) : null,
      problem: health?.problem ?? null,
    };
  },
};
