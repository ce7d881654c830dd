import { Lock } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { Breakable } from '#src/islands/ui/breakable.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { MAIL_SERVER_PATH, type MailServerState } from '#src/wire/mail/mail-server.ts';
import { MailServerForm } from './mail-server-form.tsx';

const ConfirmedChange = lazyDialog(
  async () => (await import('#src/islands/admin/form/confirmed-change.tsx')).ConfirmedChange,
);

/** The account by which mail leaves. */
export function MailServer({ rendered }: { rendered: MailServerState }) {
  const [state, setState] = useState(rendered);
  const [isOpen, setOpen] = useState(false);
  const isSent = state.source === 'stored' || state.source === 'environment';
  const show = (saved: MailServerState) => {
    setState(saved);
    setOpen(false);
  };
  return (
    <TitledSection
      id="mail-server"
      title="Conta de e-mail"
      beside={<Badge tone={isSent ? 'success' : 'warning'}>{isSent ? 'Configurada' : 'Falta configurar'}</Badge>}
    >
      {state.source === 'environment' && <FromEnvironment />}
      {state.source === 'stored' && !isOpen && <Stored state={state} onChange={() => setOpen(true)} onRemoved={show} />}
      {state.source === 'none' && (
        <Notice className="mt-3" tone="warning" title="Os e-mails desta loja não chegam a ninguém">
          Recibos, chaves e links de entrada viram arquivos em uma pasta do servidor. Dê à loja uma conta de envio para
          que cheguem.
        </Notice>
      )}
      {state.source === 'unreadable' && (
        <Notice className="mt-3" tone="danger" title="A conta salva não pode ser lida">
          Ela foi cifrada com outra chave, a do servidor de antes. Nenhum e-mail sai até você digitar a conta de novo.
        </Notice>
      )}
      {!(state.source === 'environment' || (state.source === 'stored' && !isOpen)) && (
        <MailServerForm state={state} onSaved={show} onCancel={isOpen ? () => setOpen(false) : null} />
      )}
    </TitledSection>
  );
}

function FromEnvironment() {
  return (
    <p className="mt-2 flex items-start gap-1.5 text-sm text-muted">
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        Definida no servidor (<code className="code text-foreground">SMTP_URL</code>). Para mudar aqui, apague a linha
        de lá e reinicie a loja. O teste, em Últimos e-mails, mostra se ela aceita.
      </span>
    </p>
  );
}

type StoredProps = { state: MailServerState; onChange: () => void; onRemoved: (state: MailServerState) => void };

function Stored({ state: { server, from }, onChange, onRemoved }: StoredProps) {
  const [isAsked, setAsked] = useState(false);
  if (!server) return null;
  return (
    <>
      <dl className="mt-4 divide-y divide-line border-y border-line text-sm">
        <Fact name="Servidor" value={`${server.host}, porta ${server.port}`} />
        <Fact name="Usuário" value={server.user || 'Nenhum'} />
        <Fact name="Senha" value={server.user ? 'Cifrada neste servidor' : 'Nenhuma'} />
        <Fact name="Endereço de envio" value={from} />
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" onClick={onChange}>
          Trocar ou conferir
        </Button>
        <Button variant="quiet" size="small" onClick={() => setAsked(true)}>
          Parar de usar
        </Button>
      </div>
      {isAsked && (
        <ConfirmedChange
          run={async () => onRemoved(await api.delete<MailServerState>(MAIL_SERVER_PATH))}
          failed="A conta não foi retirada"
          onClose={() => setAsked(false)}
          title="Parar de usar esta conta?"
          description="Os e-mails voltam a ser arquivos em uma pasta do servidor, e ninguém os recebe. A senha é apagada."
          confirmLabel="Parar de usar"
          busyLabel="Retirando..."
        />
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-x-4 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">
        <Breakable text={value} />
      </dd>
    </div>
  );
}
