import { api } from '#src/client/api.ts';
import { useConfirmedChange } from '#src/islands/admin/form/use-confirmed-change.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { HOOKS_PATH, type Hook } from '#src/wire/hooks/hooks.ts';

export function DeleteHookDialog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const deletion = useConfirmedChange({
    run: () => api.delete(`${HOOKS_PATH}/${hook.id}`),
    refresh: [HOOKS_PATH],
    done: { title: 'Webhook excluído' },
    failed: { title: 'Falha ao excluir o webhook' },
    onClose,
  });
  return (
    <ConfirmDialog
      {...deletion}
      title={`Excluir ${hook.description}?`}
      description="A loja para de avisar este endereço, e as entregas dele somem daqui. Os eventos ficam."
      confirmLabel="Excluir"
      busyLabel="Excluindo..."
    />
  );
}
