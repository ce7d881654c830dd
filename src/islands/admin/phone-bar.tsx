import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import type { User } from '#src/wire/auth.ts';
import { Account } from './account.tsx';
import { Brand } from './brand.tsx';
import { Navigation } from './navigation.tsx';

type Props = { path: string; storeName: string; user: User };

/** Below 64 rem: a bar with the name, and the sidebar as a drawer. The native dialog keeps the focus and gives it back. */
export default function PhoneBar({ path, storeName, user }: Props) {
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  return (
    <header className="sticky top-0 z-20 flex items-center border-b border-line bg-surface lg:hidden">
      <button
        type="button"
        aria-label="Abrir menu"
        className={`${ICON_BUTTON} ml-2`}
        onClick={() => drawer.current?.showModal()}
      >
        <Menu size={20} aria-hidden="true" />
      </button>
      <div className="min-w-0 flex-1">
        <Brand storeName={storeName} />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut; Escape and the button do the same */}
      <dialog
        ref={drawer}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] overscroll-contain border-r border-line bg-surface p-0 text-foreground shadow-float backdrop:bg-black/50 open:animate-enter"
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        <div className="flex h-full flex-col">
          <div className="flex items-center pr-2">
            <div className="min-w-0 flex-1">
              <Brand storeName={storeName} />
            </div>
            <button type="button" aria-label="Fechar menu" className={ICON_BUTTON} onClick={close}>
              <X size={20} aria-hidden="true" />
            </button>
          </div>
          <Navigation path={path} id="drawer" />
          <Account user={user} />
        </div>
      </dialog>
    </header>
  );
}

const ICON_BUTTON = 'grid size-11 shrink-0 place-items-center rounded-field hover:bg-raised';
