import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { HOOKS_PATH, type Hook } from '#src/wire/hooks/hooks.ts';

export function DeleteHookDialog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  return (
    <ConfirmedChange
      run={() => api.delete(`${HOOKS_PATH}/${hook.id}`)}
      refresh={[HOOKS_PATH]}
      done="Webhook excluído"
      failed="Falha ao excluir o webhook"
      onClose={onClose}
      title={`Excluir ${hook.description}?`}
      description="A loja para de avisar este endereço, e as entregas dele somem daqui. Os eventos ficam."
    />
  );
}
