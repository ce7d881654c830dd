import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $askedPassword } from '#src/client/admin/fresh-password.ts';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { lazySection } from '#src/islands/admin/form/lazy-panel.tsx';
import { ReadinessCard } from '#src/islands/admin/readiness/readiness-card.tsx';
import type { AddressState } from '#src/wire/address/address.ts';
import type { IssuerState } from '#src/wire/invoices/issuer.ts';
import type { LoggedMail } from '#src/wire/mail/mail.ts';
import type { MailServerState } from '#src/wire/mail/mail-server.ts';
import type { BankDescription } from '#src/wire/payments/bank.ts';
import type { SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import type { SectionSettings } from '#src/wire/upkeep/settings-table.ts';
import type { OwnAccountProps } from './account/own-account.tsx';
import type { BackupsProps } from './backup/backups.tsx';
import { HealthCard } from './health-card.tsx';
import { MailLog } from './mail/mail-log.tsx';
import { MailQuota } from './mail/mail-quota.tsx';
import { SectionForm } from './section-form.tsx';

const PasswordDialog = lazyDialog(
  async () => (await import('#src/islands/admin/form/password-dialog.tsx')).PasswordDialog,
);

/** The other sections do not load them. */
const OwnAccount = lazySection(async () => (await import('./account/own-account.tsx')).OwnAccount);
const Payments = lazySection(async () => (await import('./bank/payments.tsx')).Payments);
const MailServer = lazySection(async () => (await import('./mail/mail-server.tsx')).MailServer);
const InvoiceIssuer = lazySection(async () => (await import('./invoices/invoice-issuer.tsx')).InvoiceIssuer);
const Address = lazySection(async () => (await import('./address/address.tsx')).Address);
const Backups = lazySection(async () => (await import('./backup/backups.tsx')).Backups);

type Props = {
  section: SettingSection;
  settings: SectionSettings;
  mailLog: LoggedMail[];
  /** The other sections have none. */
  mailServer: MailServerState | null;
  /** The other sections have none. */
  bank: BankDescription | null;
  /** The other sections have none. */
  account: OwnAccountProps | null;
  backups: BackupsProps | null;
  /** The other sections have none. */
  address: AddressState | null;
  /** The other sections have none. */
  invoiceIssuer: IssuerState | null;
};

/** The sections are one island, because a second one would split what the checkout shares with them into more files. */
export function Settings({
  section,
  settings,
  mailLog,
  mailServer,
  bank,
  account,
  backups,
  address,
  invoiceIssuer,
}: Props) {
  const asked = useStore($askedPassword);
  // The sections are a row that scrolls on a phone.
  useEffect(() => {
    const current = document.querySelector('nav[data-sections] [aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className="grid min-w-0 gap-4">
      {mailServer && <MailServer rendered={mailServer} />}
      {Object.keys(settings).length > 0 && <SectionForm section={section} rendered={settings} />}
      {invoiceIssuer && <InvoiceIssuer rendered={invoiceIssuer} />}
      {section === 'mail' && <MailQuota />}
      {section === 'mail' && <MailLog rendered={mailLog} />}
      {bank && <Payments bank={bank} />}
      {account && <OwnAccount {...account} />}
      {address && <Address rendered={address} />}
      {backups && <Backups {...backups} />}
      {section === 'health' && <ReadinessCard rendered={null} />}
      {section === 'health' && <HealthCard />}
      {asked && <PasswordDialog onTyped={() => asked.settle(true)} onClose={() => asked.settle(false)} />}
    </div>
  );
}
