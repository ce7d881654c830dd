import { Menu, Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openPalette } from '#src/client/admin/palette.ts';
import type { User } from '#src/wire/access/auth.ts';
import type { Attention } from '#src/wire/upkeep/attention.ts';
import { Account } from './account.tsx';
import { Brand } from './brand.tsx';
import { Navigation } from './navigation.tsx';
import { useAttention } from './use-attention.ts';

type Props = { path: string; storeName: string; logo: string; user: User; attention: Attention | null };

export default function PhoneBar({ path, storeName, logo, user, attention }: Props) {
  const waiting = useAttention(attention)?.screens['/admin'];
  const drawer = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The dialog opens after rendering, so that it can focus its contents.
  useLayoutEffect(() => {
    if (isOpen) drawer.current?.showModal();
  }, [isOpen]);
  // A rotated tablet hides the open dialog, which would still block the page.
  useEffect(() => {
    const wide = matchMedia('(width >= 64rem)');
    const close = () => drawer.current?.close();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return (
    <header className="sticky top-0 z-20 flex items-center border-b border-line bg-surface lg:hidden">
      <button
        type="button"
        aria-label="Abrir menu"
        className={`${ICON_BUTTON} noscript:hidden ml-2`}
        onClick={() => setOpen(true)}
      >
        <span className="relative">
          <Menu size={20} aria-hidden="true" />
          {waiting && (
            <span
              aria-hidden="true"
              className={`absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-surface ${waiting.tone === 'danger' ? 'bg-danger' : 'bg-warning'}`}
            />
          )}
        </span>
      </button>
      <div className="min-w-0 flex-1">
        <Brand storeName={storeName} logo={logo} />
      </div>
      <button
        type="button"
        aria-label="Buscar ou ir para"
        aria-haspopup="dialog"
        className={`${ICON_BUTTON} noscript:hidden -ml-3 mr-2`}
        onClick={openPalette}
      >
        <Search size={20} aria-hidden="true" />
      </button>
      {/* The native dialog keeps the focus and gives it back; Escape and the button close it too.
          biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut, the keyboard has its own */}
      <dialog
        ref={drawer}
        aria-label="Menu"
        className={DRAWER}
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        {isOpen && (
          <div className="flex h-full flex-col">
            <div className="flex items-center pr-2">
              <div className="min-w-0 flex-1">
                <Brand storeName={storeName} logo={logo} />
              </div>
              <button
                type="button"
                aria-label="Fechar menu"
                className={ICON_BUTTON}
                onClick={() => drawer.current?.close()}
              >
                <X size={20} aria-hidden="true" />
              </button>
            </div>
            <Navigation path={path} id="drawer" role={user.role} attention={attention} />
            <Account user={user} />
          </div>
        )}
      </dialog>
    </header>
  );
}

const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-field hover:bg-raised';
const DRAWER =
  'm-0 h-dvh max-h-none w-72 max-w-[85vw] overscroll-contain border-r border-line bg-surface p-0 text-foreground shadow-float backdrop:bg-black/50 open:animate-enter';
