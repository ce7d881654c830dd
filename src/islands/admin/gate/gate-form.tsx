import { KeyRound } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { enterGate, type Gate, isGateOpen, openGate, rememberGate, watchGates } from '#src/client/gates.ts';
import { dismissFailure, showToast } from '#src/client/toast.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';

/** Delays the error of a wrong password. */
const ANSWER_MS = 800;

type Props = {
  gate: Gate;
  isSessionIn: boolean;
  /** What came of the form if it was sent before this script ran. */
  sent: { isPassed: boolean; error: string | null };
  isFromEnvironment: boolean;
};

/** Opens by itself when the browser remembers the gate and the server agrees. */
export function GateForm({ gate, isSessionIn, sent, isFromEnvironment }: Props) {
  const isOpen = useSyncExternalStore(
    watchGates,
    () => isSessionIn && isGateOpen(gate),
    () => false,
  );
  const [isVerifying, setVerifying] = useState(sent.isPassed);
  const [error, setError] = useState(sent.error);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (isOpen) enterGate(gate);
  }, [isOpen, gate]);

  useEffect(() => {
    if (!sent.isPassed) return;
    if (rememberGate(gate) === 'open') return enterGate(gate);
    setError(NOT_REMEMBERED);
    setVerifying(false);
  }, [sent, gate]);

  useEffect(() => {
    // Does not take the focus from a visitor who has already moved it.
    if (document.activeElement === document.body) field.current?.focus();
  }, []);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isVerifying) return;
    const password = field.current?.value ?? '';
    setError(password ? null : 'Informe a senha.');
    if (!password) return field.current?.focus();
    setVerifying(true);
    const startedAt = performance.now();
    try {
      if ((await openGate(gate, password)) === 'open') return enterGate(gate);
      setError(NOT_REMEMBERED);
    } catch (refused) {
      await waitForAnswer(refused, startedAt);
      if (isWrongPassword(refused)) {
        setError(`Senha incorreta. ${refused.message}`);
        dismissFailure();
      } else tell(refused);
    }
    setVerifying(false);
    field.current?.select();
  }

  const { title, text } = WORDS[gate];
  return (
    <section
      aria-labelledby="gate-title"
      className="mx-auto max-w-sm rounded-panel border border-line bg-surface p-6 shadow-card sm:p-8"
    >
      <KeyRound aria-hidden strokeWidth={1.5} className="size-8 text-muted" />
      <h1 id="gate-title" className="mt-4 text-title-3">
        {title}
      </h1>
      <p className="mt-2 text-sm text-muted">{text}</p>
      <p className="mt-2 mb-6 text-sm text-muted">
        {isFromEnvironment ? (
          <>
            Ela é definida no servidor, em <code className="code">ADMIN_GATE_PASSWORD</code>.
          </>
        ) : (
          <>
            Ela foi mostrada no primeiro início da loja. Não a tem? Defina outra em{' '}
            <a href={settingsAddress('account')} className="text-link underline underline-offset-4">
              Configurações, Conta
            </a>
            .
          </>
        )}
      </p>
      {/* POST keeps the password out of the address if the form is sent before hydration. */}
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <PasswordField
          ref={field}
          label="Senha"
          name="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          error={error}
        />
        <Button type="submit" variant="primary" isWide isBusy={isVerifying || isOpen} busyLabel="Verificando...">
          Acessar
        </Button>
      </form>
    </section>
  );
}

const NOT_REMEMBERED =
  'Este navegador não deixa guardar o acesso. Permita o armazenamento deste site e tente novamente.';

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

function isWrongPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'wrong_gate_password';
}

/** Network errors are shown at once. */
async function waitForAnswer(error: unknown, startedAt: number): Promise<void> {
  if (!isWrongPassword(error)) return;
  const rest = Math.max(0, ANSWER_MS - (performance.now() - startedAt));
  await new Promise((resolve) => setTimeout(resolve, rest));
}

function tell(error: unknown): void {
  if (error instanceof ApiError && error.code === 'unauthenticated') {
    location.assign('/login');
    return;
  }
  const isPaused = error instanceof ApiError && error.status === 429;
  const title = isPaused ? 'Acesso pausado' : 'Não foi possível verificar a senha';
  showToast({ tone: 'danger', title, description: sentenceOf(error) });
}
