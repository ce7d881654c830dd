import { atom } from 'nanostores';
import { ApiError } from '../api.ts';

/** It is set while a change waits for the own password; `settle` says whether it was typed. */
export const $askedPassword = atom<{ settle(isTyped: boolean): void } | null>(null);

/** Runs a change again once the password was typed, where the server wants it first. */
export async function withFreshPassword<Output>(run: () => Promise<Output>): Promise<Output> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'password_required' || !(await askPassword())) throw error;
    return run();
  }
}

function askPassword(): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTyped: boolean) => {
      $askedPassword.set(null);
      resolve(isTyped);
    };
    $askedPassword.set({ settle });
  });
}
