import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { queryClient } from '#src/client/queries.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { useCan } from '#src/islands/admin/role.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DayTime } from '#src/islands/ui/date-time.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { type CustomerNote, NewNote, NOTE_LENGTH } from '#src/wire/customers/customer-notes.ts';
import { customerPath } from './customer-paths.ts';

/** The owners write them for each other. */
export function CustomerNotes({ customerId }: { customerId: string }) {
  const path = `${customerPath(customerId)}/notes`;
  const mayWrite = useCan()('writeCustomers');
  const { data: notes, isError, isFetching, refetch } = useRead<CustomerNote[]>(path);
  const [deleting, setDeleting] = useState<CustomerNote | null>(null);
  const show = (after: CustomerNote[]) => queryClient().setQueryData([path], after);

  return (
    <TitledSection id="notes" title="Anotações" look="part">
      {mayWrite && <NoteForm path={path} onAdded={show} />}
      {!mayWrite && notes?.length === 0 && <p className="text-sm text-muted">Nenhuma anotação.</p>}
      {isError && !notes && <FailedState title="Erro ao carregar as anotações" read={{ isFetching, refetch }} />}
      {notes && notes.length > 0 && (
        <ul className="grid gap-px overflow-clip rounded-card border border-line bg-line">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start gap-3 bg-surface py-3 pr-2 pl-4">
              <div className="min-w-0 flex-1">
                <p className="text-sm whitespace-pre-wrap wrap-anywhere">{note.text}</p>
                <p className="mt-1 text-mini text-muted">
                  {note.authorName ?? 'Usuário removido'}, <DayTime at={note.createdAt} />
                </p>
              </div>
              {mayWrite && (
                <IconAction
                  label="Excluir esta anotação"
                  icon={Trash2}
                  tone="danger"
                  onClick={() => setDeleting(note)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {deleting && (
        <ConfirmedChange
          run={async () => show(await api.delete<CustomerNote[]>(`${path}/${deleting.id}`))}
          refresh={[path]}
          failed="Erro ao excluir a anotação"
          onClose={() => setDeleting(null)}
          title="Excluir esta anotação?"
          description="Ela some para todos que administram a loja. Não dá para desfazer."
        />
      )}
    </TitledSection>
  );
}

function NoteForm({ path, onAdded }: { path: string; onAdded: (notes: CustomerNote[]) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const adding = useChange<NewNote, CustomerNote[]>({
    run: (body) => api.post<CustomerNote[]>(path, body),
    done: (after) => {
      onAdded(after);
      setText('');
    },
    failed: (error) => setProblem(sentenceOf(error)),
  });

  function submit(): void {
    const read = NewNote.safeParse({ text });
    if (read.success) adding.submit(read.data);
    else setProblem(read.error.issues[0]?.message ?? null);
  }

  return (
    <Form onSubmit={submit} className="grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-4">
      <TextArea
        label="Nova anotação"
        size="small"
        rows={2}
        maxLength={NOTE_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        hint="Só quem administra a loja lê. Vai na cópia dos dados, se o cliente a pedir, e é apagada com eles."
        error={problem}
      />
      <div>
        <Button size="small" type="submit" isBusy={adding.isBusy} busyLabel="Salvando...">
          Salvar anotação
        </Button>
      </div>
    </Form>
  );
}
