import { atom } from 'nanostores';
import { type ConfirmKind, IDENTITY_PATH } from '#src/wire/access/factors.ts';
import { ApiError, api } from '../api.ts';

/** It is set while a call waits for the person; `settle` says whether it was proved. */
export const $askedIdentity = atom<{ kinds: readonly ConfirmKind[]; settle(isProved: boolean): void } | null>(null);

/** Runs a call again once the person proved who it is, where the server wants that first. */
export async function withIdentity<Output>(run: () => Promise<Output>): Promise<Output> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirm_identity') throw error;
    if (!(await askIdentity(error.kinds))) throw error;
    return run();
  }
}

/** A link cannot ask for the person, so each download of the back-office asks before it begins. */
export function askBeforeDownloads(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null;
    const isOurs = link && new URL(link.href).pathname.startsWith('/api/admin/');
    if (!isOurs || link.dataset['proved'] !== undefined || event.defaultPrevented) return;
    event.preventDefault();
    void download(link);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

export async function download({ href, download = '' }: { href: string; download?: string }): Promise<void> {
  try {
    await withIdentity(() => api.get(IDENTITY_PATH));
  } catch (error) {
    // The person closed the dialog; what else went wrong the download says itself.
    if (error instanceof ApiError && error.code === 'confirm_identity') return;
  }
  const proved = document.createElement('a');
  Object.assign(proved, { href, download });
  proved.dataset['proved'] = '';
  // Some browsers follow only what stands in the page.
  document.body.append(proved);
  proved.click();
  proved.remove();
}

function askIdentity(kinds: readonly ConfirmKind[]): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isProved: boolean) => {
      $askedIdentity.set(null);
      resolve(isProved);
    };
    $askedIdentity.set({ kinds, settle });
  });
}
