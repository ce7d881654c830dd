import { MailPlus, UserCog, UserMinus, UserPlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { MenuAction } from '#src/islands/ui/overlays/menu-action.ts';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import { INVITATIONS_PATH, TEAM_PATH, type Team as TeamData, type TeamMember } from '#src/wire/access/team.ts';
import { manualAddress } from '#src/wire/manual/manual-address.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { TEAM_COLUMNS, type TeamRow } from './team-columns.tsx';

const InviteDrawer = lazyDialog(async () => (await import('./invite-drawer.tsx')).InviteDrawer);
const RoleDrawer = lazyDialog(async () => (await import('./role-drawer.tsx')).RoleDrawer);

export type TeamProps = { rendered: TeamData; isInviting: boolean };

export function Team({ rendered, isInviting }: TeamProps) {
  const read = useRead<TeamData>(TEAM_PATH, { initialData: rendered });
  const { members, invitations } = read.data ?? rendered;
  const [isInviteOpen, setInviteOpen] = useState(false);
  const [changing, setChanging] = useState<TeamMember | null>(null);
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  useEffect(() => setInviteOpen(isInviting), [isInviting]);
  const answers = useInvitationChanges();
  const rows: TeamRow[] = [
    ...members.map((member) => ({ kind: 'member', ...member }) as const),
    ...invitations.map((invitation) => ({ kind: 'invitation', ...invitation }) as const),
  ];
  const menuOf = (row: TeamRow): MenuAction[] =>
    row.kind === 'invitation'
      ? [
          { label: 'Enviar de novo', icon: MailPlus, run: () => answers.resend(row.id) },
          { label: 'Desfazer o convite', icon: X, tone: 'danger', run: () => answers.withdraw(row.id) },
        ]
      : [
          { label: 'Mudar o papel...', icon: UserCog, run: () => setChanging(row) },
          {
            label: row.isSelf ? 'Sair da equipe...' : 'Remover da equipe...',
            icon: UserMinus,
            tone: 'danger',
            run: () => setRemoving(row),
          },
        ];
  return (
    <section aria-labelledby="team" className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="team" className="text-base">
          Equipe
        </h2>
        <p className="flex-1 text-sm text-muted">{sizeText(members.length, invitations.length)}</p>
        <Button variant="primary" size="small" icon={UserPlus} onClick={() => setInviteOpen(true)}>
          Convidar
        </Button>
      </div>
      {read.isError && <FailedState title="Erro ao carregar a equipe" read={read} />}
      <DataTable
        caption="Equipe da loja"
        columns={TEAM_COLUMNS}
        rows={rows}
        rowName={(row) => (row.kind === 'member' ? row.name : row.email)}
        rowMenu={menuOf}
        hasTwoLines
        emptyState={null}
      />
      <p className="text-sm text-muted">
        Cada pessoa entra com a própria conta, e a{' '}
        <a href="/admin/audit" className="link">
          Auditoria
        </a>{' '}
        anota quem fez o quê.{' '}
        <a href={manualAddress('papeis')} className="link">
          Ver tabela dos papéis
        </a>
      </p>
      {isInviteOpen && <InviteDrawer onClose={() => setInviteOpen(false)} />}
      {changing && <RoleDrawer member={changing} onClose={() => setChanging(null)} />}
      {removing && <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

function useInvitationChanges() {
  const resending = useChange<string, unknown>({
    run: (id) => api.post(`${INVITATIONS_PATH}/${id}/resend`),
    refresh: [TEAM_PATH],
    told: { title: 'Convite enviado de novo', description: 'O link de antes não vale mais.' },
    failed: 'O convite não foi enviado',
  });
  const withdrawing = useChange<string, unknown>({
    run: (id) => api.delete(`${INVITATIONS_PATH}/${id}`),
    refresh: [TEAM_PATH],
    told: { title: 'Convite desfeito', description: 'O link não vale mais.' },
    failed: 'O convite não foi desfeito',
  });
  return { resend: resending.submit, withdraw: withdrawing.submit };
}

function sizeText(members: number, invitations: number): string {
  const people = countText(members, 'pessoa', 'pessoas');
  return invitations === 0 ? people : `${people}, ${countText(invitations, 'convite', 'convites')}`;
}
