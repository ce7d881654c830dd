import { api } from '#src/client/api.ts';
import { useConfirmedChange } from '#src/islands/admin/form/use-confirmed-change.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { TEAM_PATH, type TeamMember } from '#src/wire/access/team.ts';

export function RemoveMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { id, name, isSelf } = member;
  const removal = useConfirmedChange({
    run: async () => {
      await api.delete(`${TEAM_PATH}/${id}`);
      if (isSelf) location.assign('/login');
    },
    refresh: isSelf ? [] : [TEAM_PATH],
    done: { title: isSelf ? 'Você saiu da equipe' : 'Pessoa removida', description: isSelf ? '' : name },
    failed: { title: isSelf ? 'Você continua na equipe' : 'Erro ao remover a pessoa' },
    onClose,
  });
  return (
    <ConfirmDialog
      {...removal}
      title={isSelf ? 'Sair da equipe?' : `Remover ${name} da equipe?`}
      description={
        isSelf
          ? 'Suas sessões e seus tokens terminam na hora, e só outro Dono pode convidar você de novo.'
          : 'As sessões e os tokens desta pessoa terminam na hora. O que ela fez continua na Auditoria.'
      }
      confirmLabel={isSelf ? 'Sair da equipe' : 'Remover'}
      busyLabel="Removendo..."
    />
  );
}
