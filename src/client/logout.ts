import { api } from './api.ts';

/** The login page does not lead back into a session that could not be ended. */
export const UNFINISHED_LOGOUT = '/login?saida=pendente';

/** The login page says that the server has heard it, after all. */
export const FINISHED_LOGOUT = '/login?saida=encerrada';

export async function endSessionOnServer(): Promise<boolean> {
  const { signal } = retries;
  for (let tries = 1; ; tries += 1) {
    try {
      await api.get('/api/logout', { timeoutMs: TIMEOUT_MS, signal });
      forgetUnfinishedLogout();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      console.error('Não foi possível avisar o servidor da saída:', error);
      rememberUnfinishedLogout();
      if (tries === TRIES) return false;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** A login calls it before it is sent: a retry that is heard later would end the new session. */
export function stopEndingSession(): void {
  retries.abort();
  retries = new AbortController();
}

export function isLogoutUnfinished(): boolean {
  return readFlag() !== null;
}

/** A `storage` event comes only from other tabs. */
export function onUnfinishedLogout(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === FLAG && newValue !== null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function forgetUnfinishedLogout(): void {
  if (readFlag() !== null) withStorage(() => localStorage.removeItem(FLAG));
}

let retries = new AbortController();

const FLAG = 'logout.unfinished';
const TRIES = 2;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;

function rememberUnfinishedLogout(): void {
  withStorage(() => localStorage.setItem(FLAG, 'true'));
}

function readFlag(): string | null {
  let flag: string | null = null;
  withStorage(() => {
    flag = localStorage.getItem(FLAG);
  });
  return flag;
}

export function withStorage(use: () => void): void {
  try {
    use();
  } catch (error) {
    console.warn('O que o painel guarda neste navegador não pôde ser usado:', error);
  }
}
