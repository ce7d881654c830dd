import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { enterGate, type Gate, isGateOpen, openGate, rememberGate, watchGates } from '#src/client/admin/gates.ts';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { dismissFailure, showToast } from '#src/client/page/toast.ts';

/** Delays the error of a wrong password. */
const ANSWER_MS = 800;

export type GateState = {
  gate: Gate;
  isSessionIn: boolean;
  /** The form may have been sent before this script ran. */
  sent: { isPassed: boolean; error: string | null };
};

export function useGate({ gate, isSessionIn, sent }: GateState) {
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

  async function submit() {
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

  return { field, error, isBusy: isVerifying || isOpen, submit };
}

const NOT_REMEMBERED =
  'Este navegador não deixa guardar o acesso. Permita o armazenamento deste site e tente novamente.';

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
