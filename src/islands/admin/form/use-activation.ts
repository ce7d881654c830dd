import { Pause, Play } from 'lucide-react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast, type ToastRequest } from '#src/client/page/toast.ts';
import type { MenuAction } from '#src/islands/ui/overlays/menu-action.ts';
import type { ChosenResult, ChosenState } from '#src/wire/lists/chosen-rows.ts';
import type { ChoiceAction } from '../list/choice-bar.tsx';
import { refreshLists } from '../list/use-list.ts';
import { withUndo } from './undo.ts';
import { useChange } from './use-change.ts';

type Row = { id: string };
type Turn<Item extends Row> = {
  rows: readonly Item[];
  isActive: boolean;
  /** It is false where a row was neither on nor off before, which no turn brings back. */
  isReversible?: boolean;
  done?: () => void;
};
type Noun = readonly [one: string, many: string];

type Turned = { path: string; noun: Noun /** A list in which the same change shows. */; alsoChanged?: string };

/** Activates or deactivates one row, or the chosen ones. */
export function useActivation<Item extends Row>({ path, noun, alsoChanged }: Turned) {
  const refresh = () => Promise.all([path, alsoChanged].flatMap((list) => (list ? [refreshLists(list)] : [])));
  return useChange<Turn<Item>, ChosenResult>({
    run: ({ rows, isActive }) => turn(path, idsOf(rows), isActive),
    done: async (result, { rows, isActive, isReversible = true, done }) => {
      await refresh();
      const refused = new Set(result.refused.map(({ id }) => id));
      const changed = idsOf(rows).filter((id) => !refused.has(id));
      const back = () => turn(path, changed, !isActive).finally(() => void refresh());
      const undo = isReversible && changed.length > 0 ? withUndo(back, firstRefusal) : {};
      showResult(result, noun, isActive ? ['ativado', 'ativados'] : ['desativado', 'desativados'], undo);
      done?.();
    },
    failed: (error) => {
      void refreshLists(path);
      showToast({ tone: 'danger', title: 'Nada mudou', description: sentenceOf(error) });
    },
  });
}

function turn(path: string, ids: string[], isActive: boolean): Promise<ChosenResult> {
  return api.post<ChosenResult>(`${path}/state`, { ids, isActive } satisfies ChosenState);
}

function firstRefusal({ refused: [first] }: ChosenResult): string | undefined {
  return first?.message;
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id);
}

type Turning<Item extends Row> = { submit: (turn: Turn<Item>) => void; isBusy: boolean };

/** The menu of a row turns that row. */
export function activationAction<Item extends Row & { isActive: boolean }>(
  row: Item,
  { submit }: Pick<Turning<Item>, 'submit'>,
  isReversible = true,
): MenuAction {
  return row.isActive
    ? { label: 'Desativar', icon: Pause, run: () => submit({ rows: [row], isActive: false }) }
    : { label: 'Ativar', icon: Play, run: () => submit({ rows: [row], isActive: true, isReversible }) };
}

/** Offers only what would change something. */
export function stateActions<Item extends Row & { isActive: boolean }>(
  rows: readonly Item[],
  turn: Turning<Item>,
  done: () => void,
  isOff: (row: Item) => boolean = () => true,
): ChoiceAction[] {
  const off = rows.filter(({ isActive }) => !isActive);
  const on = rows.filter(({ isActive }) => isActive);
  const { isBusy } = turn;
  return [
    ...(off.length > 0
      ? [
          {
            label: 'Ativar',
            icon: Play,
            isBusy,
            run: () => turn.submit({ rows: off, isActive: true, isReversible: off.every(isOff), done }),
          },
        ]
      : []),
    ...(on.length > 0
      ? [{ label: 'Desativar', icon: Pause, isBusy, run: () => turn.submit({ rows: on, isActive: false, done }) }]
      : []),
  ];
}

/** Says how many rows changed, and why others did not. */
export function showResult(
  { changed, refused }: ChosenResult,
  noun: Noun,
  deed: Noun,
  undo: Pick<ToastRequest, 'action' | 'durationMs'> = {},
): void {
  const said = changed === 1 ? `1 ${noun[0]} ${deed[0]}` : `${changed.toLocaleString('pt-BR')} ${noun[1]} ${deed[1]}`;
  const [first, ...others] = refused;
  if (!first) {
    showToast({ tone: 'success', title: said, ...undo });
    return;
  }
  const more = others.length > 0 ? ` E mais ${others.length.toLocaleString('pt-BR')} não mudaram.` : '';
  showToast({
    tone: changed === 0 ? 'danger' : 'warning',
    title: changed === 0 ? 'Nada mudou' : said,
    description: `${first.message}${more}`,
    durationMs: 10_000,
    ...undo,
  });
}
