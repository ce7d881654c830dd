import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import { KEYS_PATH } from './key-paths.ts';

type Props = { activationKey: ActivationKey; onClose: () => void };

export function DeleteKeyDialog({ activationKey: { id, key, status, purchase }, onClose }: Props) {
  return (
    <ConfirmedChange
      // The status shown in the dialog, so that a key sold meanwhile is not revoked.
      run={() => api.delete(`${KEYS_PATH}/${id}?status=${status}`)}
      refresh={[KEYS_PATH]}
      done={status === 'assigned' ? REVOKED : DELETED}
      failed={{
        title: 'Erro ao excluir chave',
        description: 'Ocorreu um erro ao excluir a chave. Por favor, tente novamente.',
      }}
      onClose={onClose}
      title="Confirmar exclusão"
      description="Tem certeza que deseja excluir esta chave de ativação? Esta ação não pode ser desfeita."
    >
      <p className="code rounded-field bg-raised px-3 py-2 text-table wrap-anywhere">{key}</p>
      {status === 'assigned' && (
        <p className="mt-3 text-sm">
          <strong className="font-semibold">{purchase?.customerName || 'Cliente'} perde esta chave:</strong> ela deixa
          de valer no plugin, e a página da compra avisa que foi revogada.
        </p>
      )}
    </ConfirmedChange>
  );
}

const DELETED = { title: 'Chave excluída com sucesso', description: 'A chave de ativação foi removida do sistema.' };
const REVOKED = {
  title: 'Chave revogada',
  description: 'Ela não ativa mais o plugin, e a página da compra avisa o comprador.',
};
