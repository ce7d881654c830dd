import { Fingerprint, KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import {
  CODE_APP_PATH,
  type FactorAdded,
  type OwnFactors as Factors,
  hasFactor,
  OWN_FACTORS_PATH,
  OWN_PASSKEYS_PATH,
  type OwnPasskey,
  RECOVERY_CODES_PATH,
} from '#src/wire/access/factors.ts';
import { formatDay } from '#src/wire/basics/dates.ts';

const PasskeyDialog = lazyDialog(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog);
const CodeAppDialog = lazyDialog(async () => (await import('./code-app-dialog.tsx')).CodeAppDialog);
const RecoveryCodesDialog = lazyDialog(async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog);

type Opened = 'passkey' | 'app' | { codes: string[] } | null;

/** What a person signs in with besides the password. `onAdded` is for a page that shows nothing else. */
export function OwnFactors({ rendered, onAdded }: { rendered: Factors; onAdded?: () => void }) {
  const read = useRead<Factors>(OWN_FACTORS_PATH, { initialData: rendered });
  const factors = read.data ?? rendered;
  const [opened, setOpened] = useState<Opened>(null);
  const added = ({ recoveryCodes }: FactorAdded) => {
    void refreshLists(OWN_FACTORS_PATH);
    if (recoveryCodes) return setOpened({ codes: recoveryCodes });
    setOpened(null);
    onAdded?.();
  };
  const close = () => {
    setOpened(null);
    if (opened && typeof opened === 'object') onAdded?.();
  };
  return (
    <TitledSection id="own-factors" title="Segundo fator">
      <p className="mt-1 text-sm text-muted">
        Com ele a senha sozinha não abre a sua conta. Uma passkey abre em um toque, sem senha.
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        <Passkeys factors={factors} onAdd={() => setOpened('passkey')} />
        <CodeApp since={factors.codeAppSince} onAdd={() => setOpened('app')} />
        {hasFactor(factors) && <RecoveryCodes left={factors.recoveryCodesLeft} onRenewed={added} />}
      </ul>
      {opened === 'passkey' && <PasskeyDialog onAdded={added} onClose={close} />}
      {opened === 'app' && <CodeAppDialog onAdded={added} onClose={close} />}
      {opened && typeof opened === 'object' && <RecoveryCodesDialog codes={opened.codes} onClose={close} />}
    </TitledSection>
  );
}

type RowProps = { icon: typeof KeyRound; title: string; text: ReactNode; children?: ReactNode };

function Row({ icon: Icon, title, text, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium wrap-anywhere">{title}</p>
        <p className="mt-0.5 text-table text-muted">{text}</p>
      </div>
      {children}
    </li>
  );
}

function Passkeys({ factors, onAdd }: { factors: Factors; onAdd: () => void }) {
  const { passkeys, canHavePasskeys } = factors;
  return (
    <>
      <Row
        icon={Fingerprint}
        title={passkeys.length === 0 ? 'Passkey' : countText(passkeys.length, 'passkey', 'passkeys')}
        text={canHavePasskeys ? 'Digital, rosto ou PIN do aparelho, ou uma chave de segurança.' : FACTOR_TEXTS.noDomain}
      >
        {canHavePasskeys && (
          <Button size="small" onClick={onAdd}>
            Criar passkey
          </Button>
        )}
      </Row>
      {passkeys.map((passkey) => (
        <Passkey key={passkey.id} passkey={passkey} />
      ))}
    </>
  );
}

const STATES = { works: null, elsewhere: 'De outro endereço', cloned: 'Copiada, não abre mais' } as const;

function Passkey({ passkey: { id, name, createdAt, lastUsedAt, state } }: { passkey: OwnPasskey }) {
  const used = lastUsedAt ? ` · usada em ${formatDay(lastUsedAt)}` : '';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 pl-8">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium wrap-anywhere">
          {name}
          {STATES[state] && <Badge tone="warning">{STATES[state]}</Badge>}
        </p>
        <p className="mt-0.5 text-table text-muted">
          Criada em {formatDay(createdAt)}
          {used}
        </p>
      </div>
      <Remove
        path={`${OWN_PASSKEYS_PATH}/${id}`}
        title={`Tirar a passkey ${name}?`}
        done="Passkey tirada"
        name={name}
      />
    </li>
  );
}

function CodeApp({ since, onAdd }: { since: string | null; onAdd: () => void }) {
  return (
    <Row
      icon={Smartphone}
      title="Aplicativo de códigos"
      text={since ? `Ligado em ${formatDay(since)}` : 'Seis números, depois da senha.'}
    >
      {since ? (
        <Remove
          path={CODE_APP_PATH}
          title="Tirar o aplicativo de códigos?"
          done="Aplicativo de códigos tirado"
          name="aplicativo de códigos"
        />
      ) : (
        <Button size="small" onClick={onAdd}>
          Ligar aplicativo
        </Button>
      )}
    </Row>
  );
}

type RemoveProps = { path: string; title: string; done: string; name: string };

function Remove({ path, title, done, name }: RemoveProps) {
  const [isAsking, setAsking] = useState(false);
  const { submit, isBusy } = useChange<undefined, unknown>({
    run: () => {
      setAsking(false);
      return api.delete(path);
    },
    refresh: [OWN_FACTORS_PATH],
    told: done,
    failed: 'Não foi possível tirar',
  });
  return (
    <>
      <Button
        size="small"
        isBusy={isBusy}
        busyLabel="Tirando..."
        aria-label={`Tirar ${name}`}
        onClick={() => setAsking(true)}
      >
        Tirar
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          description="Ela deixa de abrir a sua conta. Apague-a também no aparelho."
          confirmLabel="Tirar"
          onConfirm={() => submit(undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function RecoveryCodes({ left, onRenewed }: { left: number; onRenewed: (added: FactorAdded) => void }) {
  const change = useChange<undefined, FactorAdded>({
    run: () => api.post<FactorAdded>(RECOVERY_CODES_PATH),
    done: onRenewed,
    failed: 'Os códigos não foram feitos',
  });
  return (
    <Row
      icon={KeyRound}
      title="Códigos de reserva"
      text={
        left === 0
          ? 'Nenhum sobrou. Faça novos.'
          : `${countText(left, 'código', 'códigos')} por usar, para quando faltar o resto.`
      }
    >
      <ChangeButton change={change} label="Fazer novos" busyLabel="Fazendo..." />
    </Row>
  );
}
