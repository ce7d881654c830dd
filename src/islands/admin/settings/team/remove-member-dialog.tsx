import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { TEAM_PATH, type TeamMember } from '#src/wire/access/team.ts';

export function RemoveMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { id, name, isSelf } = member;
  return (
    <ConfirmedChange
      run={async () => {
        await api.delete(`${TEAM_PATH}/${id}`);
        if (isSelf) location.assign('/login');
      }}
      refresh={isSelf ? [] : [TEAM_PATH]}
      done={{ title: isSelf ? 'Você saiu da equipe' : 'Pessoa removida', description: isSelf ? '' : name }}
      failed={isSelf ? 'Você continua na equipe' : 'Erro ao remover a pessoa'}
      onClose={onClose}
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
