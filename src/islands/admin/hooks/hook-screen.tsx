import { KeyRound, Pause, Pencil, Play, Plus, Send, Trash2, Webhook } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { forRole } from '#src/islands/admin/role.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { MenuAction } from '#src/islands/ui/overlays/menu-action.ts';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import { HOOKS_PATH, type Hook, type IntegrationCounts } from '#src/wire/hooks/hooks.ts';
import { HOOK_COLUMNS } from './hook-columns.tsx';
import { IntegrationScreen } from './integration-screen.tsx';
import type { ShownSecret } from './secret-dialog.tsx';
import { type HookChanges, useHookChanges } from './use-hook-changes.ts';

const HookDialog = lazyDialog(async () => (await import('./hook-dialog.tsx')).HookDialog);
const DeliveryDrawer = lazyDialog(async () => (await import('./delivery-drawer.tsx')).DeliveryDrawer);
const SecretDialog = lazyDialog(async () => (await import('./secret-dialog.tsx')).SecretDialog);
const DeleteHookDialog = lazyDialog(async () => (await import('./delete-hook-dialog.tsx')).DeleteHookDialog);

/** `open` is the id of the hook whose deliveries the address asks for. */
type Props = { rendered: Hook[] | null; counts: IntegrationCounts; open: string | null };

export const HookScreen = forRole(HooksOfShop);

function HooksOfShop({ rendered, counts, open }: Props) {
  const read = useRead<Hook[]>(HOOKS_PATH, rendered ? { initialData: rendered } : {});
  const [editing, setEditing] = useState<Hook | 'new' | null>(null);
  const [openId, setOpenId] = useOpenHook(open);
  const [deleting, setDeleting] = useState<Hook | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const changes = useHookChanges(setSecret);
  const creation = useRef<HTMLSpanElement>(null);
  const shown = read.data?.find(({ id }) => id === openId);
  return (
    <IntegrationScreen
      current="Webhooks"
      counts={{ ...counts, hooks: read.data?.length ?? counts.hooks }}
      help="integracoes/index"
      actions={
        <span ref={creation} tabIndex={-1} className="outline-none">
          <Button size="small" icon={Plus} onClick={() => setEditing('new')}>
            Criar webhook
          </Button>
        </span>
      }
    >
      {read.isError && !read.data && <FailedState title="Não foi possível carregar os webhooks." read={read} />}
      {(read.data || !read.isError) && (
        <DataTable
          caption="Webhooks"
          columns={HOOK_COLUMNS}
          rows={read.data}
          rowName={({ description }) => description}
          onRowSelect={({ id }) => setOpenId(id)}
          selectedKey={openId}
          rowMenu={(hook) => menuOf(hook, changes, { edit: setEditing, remove: setDeleting })}
          hasTwoLines
          pageSize={5}
          emptyState={<NoHooks onCreate={() => setEditing('new')} />}
        />
      )}
      {shown && <DeliveryDrawer hook={shown} changes={changes} onClose={() => setOpenId(null)} />}
      {editing && (
        <HookDialog hook={editing === 'new' ? null : editing} onCreated={setSecret} onClose={() => setEditing(null)} />
      )}
      {secret && <SecretDialog {...secret} returnTo={creation} onClose={() => setSecret(null)} />}
      {deleting && <DeleteHookDialog hook={deleting} onClose={() => setDeleting(null)} />}
    </IntegrationScreen>
  );
}

function NoHooks({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={Webhook}
      title="Nenhum webhook ainda"
      text="Diga a um endereço seu, como um do n8n, o que acontece na loja: uma venda paga, uma chave entregue, uma desistência."
      action={
        <>
          <Button size="small" onClick={onCreate}>
            Criar o primeiro
          </Button>
          <a href="/admin/integracoes/receitas" className="button-2 px-3.5 text-sm sm:min-h-9">
            Ver as receitas
          </a>
        </>
      }
    />
  );
}

type Dialogs = { edit: (hook: Hook) => void; remove: (hook: Hook) => void };

function menuOf(hook: Hook, { test, setState, rotate }: HookChanges, { edit, remove }: Dialogs): MenuAction[] {
  const isActive = hook.state === 'active';
  return [
    { label: 'Editar...', icon: Pencil, run: () => edit(hook) },
    { label: hook.kind === 'standard' ? 'Enviar teste' : 'Conferir', icon: Send, run: () => test(hook) },
    isActive
      ? { label: 'Pausar', icon: Pause, run: () => setState(hook, 'paused') }
      : { label: 'Ativar', icon: Play, run: () => setState(hook, 'active') },
    ...(hook.kind === 'standard' ? [{ label: 'Trocar o segredo', icon: KeyRound, run: () => rotate(hook) }] : []),
    { label: 'Excluir...', icon: Trash2, tone: 'danger', run: () => remove(hook) },
  ];
}

/** The address names the open hook, so that it can be passed on; its drawer is no part of the server's page. */
function useOpenHook(first: string | null): [string | null, (id: string | null) => void] {
  const [openId, setOpenId] = useState<string | null>(null);
  useEffect(() => setOpenId(first), [first]);
  function open(id: string | null): void {
    setOpenId(id);
    const address = new URL(location.href);
    if (id === null) address.searchParams.delete('webhook');
    else address.searchParams.set('webhook', id);
    history.replaceState(history.state, '', address);
  }
  return [openId, open];
}
