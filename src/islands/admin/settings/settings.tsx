import { useEffect } from 'react';
import { RequiredFactor, type RequiredFactorProps } from '#src/islands/admin/access/required-factor.tsx';
import { lazySection } from '#src/islands/admin/form/lazy-panel.tsx';
import { ReadinessCard } from '#src/islands/admin/readiness/readiness-card.tsx';
import type { AddressState } from '#src/wire/address/address.ts';
import type { IssuerState } from '#src/wire/invoices/issuer.ts';
import type { LoggedMail } from '#src/wire/mail/mail.ts';
import type { MailServerState } from '#src/wire/mail/mail-server.ts';
import type { BankDescription } from '#src/wire/payments/bank.ts';
import type { SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import type { SectionSettings } from '#src/wire/upkeep/settings-table.ts';
import type { BackupsProps } from './backup/backups.tsx';
import { HealthCard } from './health-card.tsx';
import type { ImportsProps } from './imports/imports.tsx';
import { MailLog } from './mail/mail-log.tsx';
import { MailQuota } from './mail/mail-quota.tsx';
import { SectionForm } from './section-form.tsx';
import type { TeamProps } from './team/team.tsx';

/** The other sections do not load them. */
const Payments = lazySection(async () => (await import('./bank/payments.tsx')).Payments);
const MailServer = lazySection(async () => (await import('./mail/mail-server.tsx')).MailServer);
const InvoiceIssuer = lazySection(async () => (await import('./invoices/invoice-issuer.tsx')).InvoiceIssuer);
const Address = lazySection(async () => (await import('./address/address.tsx')).Address);
const Team = lazySection(async () => (await import('./team/team.tsx')).Team);
const Imports = lazySection(async () => (await import('./imports/imports.tsx')).Imports);
const Backups = lazySection(async () => (await import('./backup/backups.tsx')).Backups);

/** Each is null, or empty, in the sections that have none. */
type Parts = {
  mailLog: LoggedMail[];
  mailServer: MailServerState | null;
  bank: BankDescription | null;
  requiredFactor: RequiredFactorProps | null;
  backups: BackupsProps | null;
  imports: ImportsProps | null;
  address: AddressState | null;
  invoiceIssuer: IssuerState | null;
  team: TeamProps | null;
};

type Props = { section: SettingSection; settings: SectionSettings; parts: Parts };

/** The sections are one island, because a second one would split what the checkout shares with them into more files. */
export function Settings({ section, settings, parts }: Props) {
  const { mailServer, bank, backups, imports, address, invoiceIssuer, team, requiredFactor } = parts;
  // The sections are a row that scrolls on a phone.
  useEffect(() => {
    const current = document.querySelector('nav[data-sections] [aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className="grid min-w-0 gap-4">
      {mailServer && <MailServer rendered={mailServer} />}
      {team && <Team {...team} />}
      {requiredFactor && <RequiredFactor {...requiredFactor} />}
      {section !== 'team' && Object.keys(settings).length > 0 && <SectionForm section={section} rendered={settings} />}
      {invoiceIssuer && <InvoiceIssuer rendered={invoiceIssuer} />}
      {section === 'mail' && <MailQuota />}
      {section === 'mail' && <MailLog rendered={parts.mailLog} />}
      {bank && <Payments bank={bank} />}
      {address && <Address rendered={address} />}
      {backups && <Backups {...backups} />}
      {imports && <Imports {...imports} />}
      {section === 'health' && <ReadinessCard rendered={null} />}
      {section === 'health' && <HealthCard />}
    </div>
  );
}
