import { Eye, EyeOff, Pencil, Plus, Save, Trash2, Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Menu } from '#src/islands/ui/overlays/menu.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { BUILT_IN_VIEWS, type BuiltInView, type ListName } from '#src/wire/views/built-in-views.ts';
import type { SavedView } from '#src/wire/views/saved-views.ts';
import { lazyDialog } from '../form/lazy-dialog.tsx';
import { useRead } from '../use-read.ts';
import type { List } from './use-list.ts';
import { showViewChanged, useViewChange, viewsPath } from './use-view-change.ts';

type Props = { list: ListName; views: List<unknown>['views'] };
type Window = { kind: 'save' } | { kind: 'rename' | 'delete'; view: SavedView };

/** A view is filters under a name, above their list. */
export function ListViews({ list, views }: Props) {
  const { data: saved = [], isError, refetch } = useRead<SavedView[]>(viewsPath(list));
  const [window, setWindow] = useState<Window | null>(null);
  const all: readonly (BuiltInView | SavedView)[] = [...BUILT_IN_VIEWS[list], ...saved];
  const sameAsNow = all.find(({ query }) => views.current !== '' && views.spell(query) === views.current);
  const open = all.find(({ id }) => id === views.openId) ?? sameAsNow;
  const ownOpen = saved.find((view) => view === open);
  const isAltered = open !== undefined && views.spell(open.query) !== views.current;
  const { group, close } = useClosing(() => setWindow(null));
  return (
    <>
      <div
        ref={group}
        role="group"
        aria-label="Visões desta lista"
        className="flex min-h-10 items-center border-b border-line"
      >
        <div className="-mb-px flex min-w-0 items-center gap-1 overflow-x-auto overflow-y-clip [scrollbar-width:thin]">
          <View isOpen={!open && views.current === ''} onOpen={views.openAll}>
            {FEMININE.includes(list) ? 'Todas' : 'Todos'}
          </View>
          {all.map((view) => (
            <View key={view.id} isOpen={view === open} onOpen={() => views.open(view)}>
              {view.name}
              {isSaved(view) && view.isShared && (
                <Users role="img" aria-label="de todos" className="size-3.5 text-muted" />
              )}
              {view === open && isAltered && <span className="text-mini text-muted">alterada</span>}
            </View>
          ))}
        </div>
        {ownOpen && (
          <ViewMenu
            list={list}
            view={ownOpen}
            changed={isAltered ? views.current : null}
            onRename={() => setWindow({ kind: 'rename', view: ownOpen })}
            onDelete={() => setWindow({ kind: 'delete', view: ownOpen })}
          />
        )}
        {views.current !== '' && !sameAsNow && (
          <button type="button" onClick={() => setWindow({ kind: 'save' })} className={`${CHIP} text-link`}>
            <Plus aria-hidden className="size-4" />
            Salvar esta visão
          </button>
        )}
        {isError && (
          <button type="button" onClick={() => void refetch()} className={`${CHIP} text-warning`}>
            As visões não carregaram. Tentar de novo
          </button>
        )}
      </div>
      {ownOpen && views.isPartlyUnknown(ownOpen.query) && (
        <Forgotten list={list} view={ownOpen} known={views.spell(ownOpen.query)} />
      )}
      {window?.kind === 'save' && (
        <ViewDialog list={list} view={null} query={views.current} onSaved={views.open} onClose={close} />
      )}
      {window?.kind === 'rename' && (
        <ViewDialog list={list} view={window.view} query={window.view.query} onSaved={() => {}} onClose={close} />
      )}
      {window?.kind === 'delete' && (
        <DeleteViewDialog list={list} view={window.view} onDeleted={views.openAll} onClose={close} />
      )}
    </>
  );
}

function isSaved(view: BuiltInView | SavedView): view is SavedView {
  return 'updatedAt' in view;
}

/** The button that opened a window may go with it: then the view that is open now has the focus. */
function useClosing(closeWindow: () => void) {
  const group = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState(0);
  useEffect(() => {
    if (closed > 0) group.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus({ preventScroll: true });
  }, [closed]);
  const close = () => {
    closeWindow();
    setClosed(closed + 1);
  };
  return { group, close };
}

function View({ isOpen, onOpen, children }: { isOpen: boolean; onOpen: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onOpen}
      className={`${CHIP} border-b-2 ${isOpen ? 'border-foreground font-semibold' : 'border-transparent text-muted hover:text-foreground'}`}
    >
      {children}
    </button>
  );
}

type MenuProps = {
  list: ListName;
  view: SavedView;
  /** The filters of now, where they differ from the view's. */
  changed: string | null;
  onRename: () => void;
  onDelete: () => void;
};

function ViewMenu({ list, view, changed, onRename, onDelete }: MenuProps) {
  const change = useViewChange(list, {
    done: showViewChanged,
    failed: (error) => showToast({ tone: 'danger', title: 'A visão não mudou', description: sentenceOf(error) }),
  });
  return (
    <Menu
      label={`Ações da visão ${view.name}`}
      actions={[
        ...(changed === null
          ? []
          : [{ label: 'Guardar os filtros de agora', icon: Save, run: () => change.submit({ view, query: changed }) }]),
        { label: 'Renomear...', icon: Pencil, run: onRename },
        view.isShared
          ? { label: 'Deixar só para mim', icon: EyeOff, run: () => change.submit({ view, isShared: false }) }
          : { label: 'Mostrar a todos', icon: Eye, run: () => change.submit({ view, isShared: true }) },
        { label: 'Excluir...', icon: Trash2, tone: 'danger', run: onDelete },
      ]}
    />
  );
}

function Forgotten({ list, view, known }: { list: ListName; view: SavedView; known: string }) {
  const change = useViewChange(list, {
    done: showViewChanged,
    failed: (error) => showToast({ tone: 'danger', title: 'A visão não mudou', description: sentenceOf(error) }),
  });
  return (
    <Notice tone="warning" title="Parte desta visão não existe mais">
      <p>Um dos filtros de {view.name} saiu da loja: a lista mostra o que os outros escolhem.</p>
      <div className="mt-2">
        <Button size="small" isBusy={change.isBusy} onClick={() => change.submit({ view, query: known })}>
          Guardar sem ele
        </Button>
      </div>
    </Notice>
  );
}

const ViewDialog = lazyDialog(async () => (await import('./view-dialogs.tsx')).ViewDialog);
const DeleteViewDialog = lazyDialog(async () => (await import('./view-dialogs.tsx')).DeleteViewDialog);

const FEMININE: ListName[] = ['sales', 'activation-keys', 'commissions', 'reviews', 'invoices'];
const CHIP =
  'inline-flex min-h-10 shrink-0 max-sm:min-h-11 cursor-pointer items-center gap-1.5 px-3 text-sm whitespace-nowrap transition-colors duration-150 -outline-offset-2!';
