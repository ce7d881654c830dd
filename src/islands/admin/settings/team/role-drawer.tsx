import { useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { ROLES, type Role } from '#src/wire/access/roles.ts';
import { TEAM_PATH, type TeamMember } from '#src/wire/access/team.ts';
import { RoleChoice } from './role-choice.tsx';

export function RoleDrawer({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { id, name, isSelf } = member;
  const [role, setRole] = useState<Role>(member.role);
  const { submit, isBusy } = useChange<Role, unknown>({
    run: (wanted) => api.put(`${TEAM_PATH}/${id}`, { role: wanted }),
    done: async (_result, wanted) => {
      showToast({ tone: 'success', title: 'Papel mudado', description: `${name}: ${ROLES[wanted].name}` });
      onClose();
      // Whoever gives up the team sees it no more.
      if (isSelf) location.assign('/admin');
      else await refreshLists(TEAM_PATH);
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'O papel não mudou', description: sentenceOf(error) });
      void refreshLists(TEAM_PATH);
    },
  });
  return (
    <Drawer
      title="Mudar o papel"
      description={`${name}. Vale a partir da próxima tela que a pessoa abrir.`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            busyLabel="Salvando..."
            onClick={() => (role === member.role ? onClose() : submit(role))}
          >
            Salvar o papel
          </Button>
        </>
      }
    >
      <RoleChoice role={role} onChange={setRole} />
    </Drawer>
  );
}
