import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { type ApiToken, TOKENS_PATH } from '#src/wire/access/api-tokens.ts';

export function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  return (
    <ConfirmedChange
      run={() => api.delete(`${TOKENS_PATH}/${token.id}`)}
      refresh={[TOKENS_PATH]}
      done={{ title: 'Token revogado', description: `${token.name} não entra mais na loja.` }}
      failed="Erro ao revogar o token"
      onClose={onClose}
      title="Revogar este token?"
      description={`O programa que usa “${token.name}” para de funcionar na hora, e o token não volta.`}
      confirmLabel="Revogar"
      busyLabel="Revogando..."
    />
  );
}
