import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { FINISHED_LOGOUT } from '#src/client/logout.ts';
import { LogoutRetry } from './unfinished-logout.tsx';

export function StrandedLogout() {
  const cover = useRef<HTMLDialogElement>(null);
  useEffect(() => cover.current?.showModal(), []);
  return createPortal(
    <dialog
      ref={cover}
      aria-label="Saída do painel"
      onCancel={(event) => event.preventDefault()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none place-items-center open:grid bg-background p-5 text-foreground"
    >
      <div className="w-full max-w-sm">
        <LogoutRetry onOver={() => location.replace(FINISHED_LOGOUT)} />
      </div>
    </dialog>,
    document.body,
  );
}
