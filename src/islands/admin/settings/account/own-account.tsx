import { OwnFactors } from '#src/islands/admin/access/own-factors.tsx';
import { lazySection } from '#src/islands/admin/form/lazy-panel.tsx';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { type OwnFactors as Factors, hasFactor, OWN_FACTORS_PATH } from '#src/wire/access/factors.ts';
import { ACCOUNT_TEXTS, ChangeOwnPassword, ChangePassword, type OwnSession } from '#src/wire/access/own-account.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import type { OwnNotifications as Notifications } from '#src/wire/notifications/own-notifications.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { OwnEmailForm } from './own-email-form.tsx';
import { OwnNameForm } from './own-name-form.tsx';
import { OwnSessions } from './own-sessions.tsx';

/** The other sections do not load it. */
const OwnNotifications = lazySection(async () => (await import('./own-notifications.tsx')).OwnNotifications);

export type OwnAccountProps = {
  name: string;
  email: string;
  /** Waits for the link that was mailed there; null where none does. */
  askedEmail: string | null;
  sessions: OwnSession[];
  factors: Factors;
  notifications: Notifications;
  /** The gates' password cannot be changed on screen then. */
  isGateFromEnvironment: boolean;
  /** It is everybody's. */
  mayChangeGate: boolean;
};

export function OwnAccount({
  name,
  email,
  askedEmail,
  sessions,
  factors: rendered,
  notifications,
  isGateFromEnvironment,
  mayChangeGate,
}: OwnAccountProps) {
  const factors = useRead<Factors>(OWN_FACTORS_PATH, { initialData: rendered }).data ?? rendered;
  const { hasPassword } = factors;
  return (
    <div className="grid gap-4">
      <TitledSection id="own-name" title="Seu nome">
        <OwnNameForm name={name} />
      </TitledSection>
      <TitledSection id="own-email" title="E-mail de entrada">
        <OwnEmailForm key={String(hasPassword)} email={email} askedEmail={askedEmail} asksCurrent={hasPassword} />
      </TitledSection>
      <OwnFactors rendered={rendered} />
      <TitledSection id="own-password" title="Senha de entrada">
        <OwnPassword email={email} factors={factors} />
      </TitledSection>
      <OwnSessions rendered={sessions} />
      <OwnNotifications rendered={notifications} />
      {mayChangeGate && (
        <TitledSection id="gate-password" title="Senha das áreas de produtos e chaves">
          {isGateFromEnvironment ? (
            <p className="mt-2 text-sm text-muted">{ACCOUNT_TEXTS.gateFromEnvironment}</p>
          ) : (
            <ChangePasswordForm
              key={String(hasPassword)}
              email={email}
              path="/api/admin/account/gate-password"
              label="Senha nova das áreas"
              submitLabel="Trocar a senha das áreas"
              hint="Pelo menos 6 caracteres. Ela vale para todos os administradores, e cada um a informa de novo."
              schema={ChangePassword}
              asksCurrent={hasPassword}
              done={{ title: 'Senha das áreas trocada' }}
            />
          )}
        </TitledSection>
      )}
    </div>
  );
}

function OwnPassword({ email, factors }: { email: string; factors: Factors }) {
  const { hasPassword, passwordChangedAt } = factors;
  const asksCurrent = !hasFactor(factors);
  return (
    <>
      {!hasPassword && <p className="mt-1 text-sm text-muted">Sua conta não tem senha: só a passkey a abre.</p>}
      {hasPassword && passwordChangedAt && (
        <p className="mt-1 text-sm text-muted">Trocada em {formatDay(passwordChangedAt)}.</p>
      )}
      <ChangePasswordForm
        key={String(asksCurrent)}
        email={email}
        path="/api/admin/account/password"
        label="Senha nova"
        submitLabel={hasPassword ? 'Trocar a senha' : 'Criar a senha'}
        hint="Pelo menos 12 caracteres. Uma frase serve. Suas outras sessões são encerradas."
        schema={ChangeOwnPassword}
        asksCurrent={asksCurrent}
        done={{
          title: hasPassword ? 'Senha trocada' : 'Senha criada',
          description: 'Suas outras sessões foram encerradas.',
        }}
      />
    </>
  );
}
