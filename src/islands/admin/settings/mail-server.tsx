import { Badge } from '#src/islands/ui/states/badge.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { ServerSteps } from './bank/server-steps.tsx';

/** Its account is no setting of the screen, since it holds a password. */
export function MailServer({ isSent }: { isSent: boolean }) {
  return (
    <section aria-labelledby="mail-server" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="mail-server" className="text-base">
          Servidor de envio
        </h2>
        <Badge tone={isSent ? 'success' : 'warning'}>{isSent ? 'Configurado' : 'Falta configurar'}</Badge>
      </div>
      {isSent ? (
        <p className="mt-1 text-sm text-muted">
          Os e-mails saem pela conta que <code className="code text-foreground">SMTP_URL</code> define no servidor. O
          teste, em Últimos e-mails, mostra se ela aceita.
        </p>
      ) : (
        <div className="mt-3">
          <Notice tone="warning" title="Os e-mails desta loja não chegam a ninguém">
            Recibos, chaves e links de entrada viram arquivos em uma pasta do servidor. Para que cheguem, dê à loja uma
            conta de envio, em três passos.
          </Notice>
        </div>
      )}
      {isSent ? (
        <details className="mt-3">
          <summary className="cursor-pointer text-sm font-medium">Trocar a conta de envio</summary>
          <Steps />
        </details>
      ) : (
        <Steps />
      )}
    </section>
  );
}

function Steps() {
  return (
    <ServerSteps
      lines={['SMTP_URL=smtps://USUARIO:SENHA@SERVIDOR']}
      hint="Usuário, senha e servidor estão no seu serviço de e-mail, em SMTP. Na senha, escreva @ como %40, : como %3A e / como %2F."
    />
  );
}
