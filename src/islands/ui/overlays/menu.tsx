import { Ellipsis } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { showToast } from '#src/client/page/toast.ts';
import { landmarkOf } from './landmark-of.ts';
import type { OpenMenuProps } from './menu-action.ts';

type Props = Pick<OpenMenuProps, 'label' | 'actions'> & { className?: string };

const load = () => import('./open-menu.tsx');
const OpenMenu = lazy<ComponentType<OpenMenuProps>>(() =>
  load().then((loaded) => ({ default: loaded.OpenMenu }), showNotArrived),
);

/** A permanent '⋯'; an action runs once the button has the focus again, so that its dialog returns it here. */
export function Menu({ label, actions, className = '' }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<'by keyboard' | 'by pointer' | null>(null);
  return (
    <span className={`relative inline-grid ${className}`}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-label={label}
        data-menu-button
        onPointerEnter={() => void load().catch(() => {})}
        onFocus={() => void load().catch(() => {})}
        onClick={({ detail }) => setOpened(opened ? null : detail === 0 ? 'by keyboard' : 'by pointer')}
        onKeyDown={(event) => {
          // It has the keys until the menu has arrived.
          if (event.key === 'Escape') setOpened(null);
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpened('by keyboard');
        }}
        className={BUTTON}
      >
        <Ellipsis aria-hidden className="size-4.5" />
      </button>
      {opened && (
        <Suspense fallback={null}>
          <OpenMenu
            label={label}
            actions={actions}
            container={landmarkOf(button.current)}
            isByKeyboard={opened === 'by keyboard'}
            onClose={(run) => {
              setOpened(null);
              button.current?.focus({ preventScroll: true });
              run?.();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

/** Browsers do not fetch a failed module again, so only a reload helps. */
function showNotArrived(error: unknown): { default: typeof NotArrived } {
  console.error('O menu não pôde ser carregado:', error);
  return { default: NotArrived };
}

function NotArrived({ onClose }: OpenMenuProps) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current(null);
    showToast({
      tone: 'danger',
      title: 'O menu não abriu',
      description: 'Uma parte da página não chegou. Confira sua conexão e recarregue a página.',
    });
  }, []);
  return null;
}

const BUTTON =
  'relative inline-grid size-9 shrink-0 cursor-pointer max-sm:before:absolute max-sm:before:-inset-1 place-items-center rounded-field text-muted transition-colors duration-150 hover:bg-raised hover:text-foreground aria-expanded:bg-raised aria-expanded:text-foreground';
