import { useStore } from '@nanostores/react';
import { Search } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { watchOpened } from '#src/client/admin/opened-things.ts';
import { $isPaletteOpen, closePalette, openPalette } from '#src/client/admin/palette.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useHydrated } from '#src/islands/ui/use-hydrated.ts';
import type { Role } from '#src/wire/access/roles.ts';

/** `findsKeys` is false before the keys' gate. */
type PaletteProps = { findsKeys: boolean; userId: string; role: Role | null };

/** It handles Ctrl K too, and loads the palette on first use. */
export default function PaletteButton(props: PaletteProps) {
  const isOpen = useStore($isPaletteOpen, { ssr: 'initial' });
  const isAlive = useHydrated();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  useEffect(listenForShortcut, []);
  useEffect(() => watchOpened(props.userId), [props.userId]);
  useEffect(() => {
    if (!isOpen || Palette) return;
    // A state setter would call the component if it were not wrapped.
    loadPalette().then((loaded) => setPalette(() => loaded), reportLoadFailure);
  }, [isOpen, Palette]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
        onPointerEnter={fetchAhead}
        className="noscript:hidden mx-3 mb-3 flex min-h-9 shrink-0 items-center justify-between gap-2 rounded-field border border-line bg-background px-3 text-left text-muted text-sm transition-colors duration-150 hover:border-outline hover:text-foreground"
      >
        <span className="flex items-center gap-2.5">
          <Search aria-hidden className="size-4" />
          Buscar ou ir para...
        </span>
        {/* Screen readers announce the shortcut themselves. */}
        <span aria-hidden="true" className="rounded-md border border-line px-1.5 font-mono text-[.6875rem] leading-4">
          {isAlive && isApple() ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      {/* A portal, because the sidebar is hidden on a phone. */}
      {isOpen && Palette && createPortal(<Palette {...props} />, document.body)}
    </>
  );
}

function listenForShortcut(): () => void {
  const open = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    // Does not open above another dialog.
    if (!document.querySelector('dialog[open], [role=dialog][data-state=open], [role=alertdialog]')) openPalette();
  };
  addEventListener('keydown', open);
  return () => removeEventListener('keydown', open);
}

async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  return (await import('./palette.tsx')).Palette;
}

/** Browsers do not fetch a failed module again, so only a reload helps. */
function reportLoadFailure(error: unknown): void {
  closePalette();
  console.error('Não foi possível carregar a busca:', error);
  showToast({
    tone: 'danger',
    title: 'Erro ao abrir a busca',
    description: 'Confira sua conexão e recarregue a página.',
    action: { label: 'Recarregar página', run: () => location.reload() },
  });
}

/** A failure is reported when the palette is opened. */
function fetchAhead(): void {
  loadPalette().catch(() => {});
}

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
