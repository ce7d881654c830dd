import { KeyRound } from 'lucide-react';
import type { Gate } from '#src/client/admin/gates.ts';
import { HelpLink } from '#src/islands/admin/frame/help-link.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { OWN_ACCOUNT_ADDRESS } from '#src/wire/access/factors.ts';
import { type GateState, useGate } from './use-gate.ts';

type Props = GateState & { isFromEnvironment: boolean };

/** Opens by itself when the browser remembers the gate and the server agrees. */
export function GateForm({ gate, isSessionIn, sent, isFromEnvironment }: Props) {
  const { field, error, isBusy, submit } = useGate({ gate, isSessionIn, sent });
  const { title, text } = WORDS[gate];
  return (
    <section
      aria-labelledby="gate-title"
      className="mx-auto max-w-sm rounded-panel border border-line bg-surface p-6 shadow-card sm:p-8"
    >
      <KeyRound aria-hidden strokeWidth={1.5} className="size-8 text-muted" />
      <div className="mt-4 flex items-start gap-1">
        <h1 id="gate-title" className="min-w-0 text-title-3 leading-9">
          {title}
        </h1>
        <HelpLink screen={`${gate}-auth`} />
      </div>
      <p className="mt-2 text-sm text-muted">{text}</p>
      <p className="mt-2 mb-6 text-sm text-muted">
        {isFromEnvironment ? (
          <>
            Ela é definida no servidor, em <code className="code">ADMIN_GATE_PASSWORD</code>.
          </>
        ) : (
          <>
            Ela foi mostrada no primeiro início da loja. Não a tem? Defina outra em{' '}
            <a href={OWN_ACCOUNT_ADDRESS} className="link">
              Minha conta
            </a>
            .
          </>
        )}
      </p>
      {/* POST keeps the password out of the address if the form is sent before hydration. */}
      <Form onSubmit={submit} className="grid gap-5">
        <PasswordField
          ref={field}
          label="Senha"
          name="password"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          error={error}
        />
        <Button type="submit" variant="primary" isWide isBusy={isBusy} busyLabel="Verificando...">
          Acessar
        </Button>
      </Form>
    </section>
  );
}

const WORDS = {
  products: {
    title: 'Acesso aos Produtos',
    text: 'Esta área tem uma senha própria. Ela vale até você sair do painel.',
  },
  'activation-keys': {
    title: 'Acesso às Chaves de Ativação',
    text: 'Esta área tem uma senha própria. Ela vale até você sair do painel.',
  },
} satisfies Record<Gate, { title: string; text: string }>;
