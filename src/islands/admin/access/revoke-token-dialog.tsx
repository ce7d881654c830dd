import { api } from '#src/client/api.ts';
import { useConfirmedChange } from '#src/islands/admin/form/use-confirmed-change.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { type ApiToken, TOKENS_PATH } from '#src/wire/access/api-tokens.ts';

export function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revocation = useConfirmedChange({
    run: () => api.delete(`${TOKENS_PATH}/${token.id}`),
    refresh: [TOKENS_PATH],
    done: { title: 'Token revogado', description: `${token.name} não entra mais na loja.` },
    failed: { title: 'Erro ao revogar o token' },
    onClose,
  });
  return (
    <ConfirmDialog
      {...revocation}
      title="Revogar este token?"
      description={`O programa que usa “${token.name}” para de funcionar na hora, e o token não volta.`}
      confirmLabel="Revogar"
      busyLabel="Revogando..."
    />
  );
}
