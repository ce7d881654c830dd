import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import {
  FOCUS_ENVIRONMENTS,
  type FocusEnvironment,
  INVOICE_ISSUER_PATH,
  type IssuerAccount,
  type IssuerState,
} from '#src/wire/invoices/issuer.ts';

/** The account of the issuer; the token is asked for, and never shown. */
export function InvoiceIssuer({ rendered }: { rendered: IssuerState }) {
  const { state, show, environment, setEnvironment, token, setToken, saving } = useIssuer(rendered);
  const [isAsked, setAsked] = useState(false);
  const isStored = state.source === 'stored';
  return (
    <TitledSection
      id="invoice-issuer"
      title="Conta do Focus NFe"
      beside={
        isStored && (
          <Badge tone={state.environment === 'production' ? 'success' : 'warning'}>
            {state.environment === 'production' ? 'Em produção' : 'Em homologação'}
          </Badge>
        )
      }
    >
      <p className="mt-1 text-sm text-muted">
        Só para quem emite pelo Focus NFe. Salvar confere o token. Em homologação as notas não têm valor fiscal, e quem
        comprou não recebe nada; ao passar para produção, elas voltam para a fila.
      </p>
      {state.source === 'unreadable' && (
        <Notice className="mt-3" tone="danger" title="O token salvo não pode ser lido">
          Ele foi cifrado com outra chave, a do servidor de antes. Cole o token de novo.
        </Notice>
      )}
      <Form onSubmit={() => saving.submit({ environment, token })} className="mt-5 grid gap-5 sm:grid-cols-2">
        <Select
          label="Ambiente"
          value={environment}
          onChange={(chosen) => setEnvironment(chosen as FocusEnvironment)}
          options={Object.entries(FOCUS_ENVIRONMENTS).map(([value, label]) => ({ value, label }))}
        />
        <PasswordField
          label="Token da empresa"
          size="small"
          placeholder={isStored ? 'Fica o que está salvo' : ''}
          hint="Fica cifrado neste servidor e não aparece de novo."
          value={token}
          onChange={(event) => setToken(event.target.value)}
          error={saving.fieldErrors['token'] ?? null}
        />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" size="small" isBusy={saving.isBusy} busyLabel="Conferindo...">
            Salvar conta
          </Button>
          {isStored && (
            <Button variant="quiet" size="small" onClick={() => setAsked(true)}>
              Parar de usar
            </Button>
          )}
        </div>
      </Form>
      {isAsked && (
        <ConfirmedChange
          run={async () => show(await api.delete<IssuerState>(INVOICE_ISSUER_PATH))}
          failed="A conta não foi retirada"
          onClose={() => setAsked(false)}
          title="Parar de usar esta conta?"
          description="O token é apagado, e a loja não emite mais pelo Focus NFe. Para voltar, você cola o token de novo."
          confirmLabel="Parar de usar"
          busyLabel="Retirando..."
        />
      )}
    </TitledSection>
  );
}

function useIssuer(rendered: IssuerState) {
  const [state, setState] = useState(rendered);
  const [environment, setEnvironment] = useState<FocusEnvironment>(rendered.environment);
  const [token, setToken] = useState('');
  const show = (saved: IssuerState) => {
    setState(saved);
    setToken('');
  };
  const saving = useChange<IssuerAccount, IssuerState>({
    run: (typed) => api.put(INVOICE_ISSUER_PATH, typed),
    told: 'Conta do Focus NFe salva',
    done: show,
    failed: 'A conta não foi salva',
  });
  return { state, show, environment, setEnvironment, token, setToken, saving };
}
