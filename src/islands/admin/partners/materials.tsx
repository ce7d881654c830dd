import { ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { queryClient } from '#src/client/queries.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { FileButton } from '#src/islands/ui/file-button.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import type { NewMaterial, PartnerMaterial } from '#src/wire/partners/partners.ts';
import type { Upload } from '#src/wire/products/uploads.ts';

const PATH = '/api/admin/partner-material';

export function Materials({ rendered }: { rendered: PartnerMaterial[] | null }) {
  const read = useRead<PartnerMaterial[]>(PATH, { initialData: rendered ?? undefined });
  const materials = read.data;
  const [deleting, setDeleting] = useState<PartnerMaterial | null>(null);
  return (
    <section aria-labelledby="materials" className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <h2 id="materials" className="text-base">
        Material para divulgar
      </h2>
      <MaterialForm onAdded={(after) => void queryClient().setQueryData([PATH], after)} />
      {read.isError && !materials && <FailedState title="Erro ao carregar o material" read={read} />}
      {materials?.length === 0 && (
        <p className="text-sm text-muted">Nada publicado ainda. Os parceiros veem o que você adicionar aqui.</p>
      )}
      <ul className="grid gap-3">
        {materials?.map((material) => (
          <MaterialRow key={material.id} material={material} onDelete={() => setDeleting(material)} />
        ))}
      </ul>
      {deleting && (
        <ConfirmedChange
          run={() => api.delete(`${PATH}/${deleting.id}`)}
          refresh={[PATH]}
          done={{ title: 'Material excluído', description: deleting.title }}
          failed="O material não foi excluído"
          onClose={() => setDeleting(null)}
          title={`Excluir ${deleting.title}?`}
          description="Ele some da área dos parceiros. Não dá para desfazer."
        />
      )}
    </section>
  );
}

type RowProps = { material: PartnerMaterial; onDelete: () => void };

function MaterialRow({ material: { kind, title, content }, onDelete }: RowProps) {
  return (
    <li className="flex items-start gap-3 border-t border-line pt-3">
      {kind === 'picture' && (
        <img src={content} alt="" className="h-14 w-24 shrink-0 rounded-field border border-line object-contain" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        {kind === 'text' && (
          <p className="line-clamp-3 text-sm whitespace-pre-line text-muted wrap-anywhere">{content}</p>
        )}
      </div>
      <IconAction label={`Excluir ${title}`} icon={Trash2} tone="danger" onClick={onDelete} />
    </li>
  );
}

function MaterialForm({ onAdded }: { onAdded: (materials: PartnerMaterial[]) => void }) {
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  useLeaveWarning(title !== '' || text !== '');
  const adding = useChange<NewMaterial, PartnerMaterial[]>({
    run: (material) => api.post<PartnerMaterial[]>(PATH, material),
    done: (after) => {
      onAdded(after);
      setTitle('');
      setText('');
    },
    failed: 'O material não foi adicionado',
  });
  const sending = useChange<File, PartnerMaterial[]>({
    run: async (file) => {
      const body = new FormData();
      body.append('file', file, file.name);
      const { url } = await api.post<Upload>(`${PATH}/picture`, body);
      return api.post<PartnerMaterial[]>(PATH, { kind: 'picture', title, content: url });
    },
    done: (after) => {
      onAdded(after);
      // A text that waits keeps the title that it shares with the picture.
      if (text === '') setTitle('');
    },
    failed: 'A imagem não foi adicionada',
  });
  const errors = { ...adding.fieldErrors, ...sending.fieldErrors };
  return (
    <Form className="grid gap-3" onSubmit={() => adding.submit({ kind: 'text', title, content: text })}>
      <TextField
        label="Título"
        size="small"
        maxLength={80}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={errors['title'] ?? null}
      />
      <TextArea
        label="Texto para copiar"
        size="small"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint="Escreva o texto, ou envie uma imagem com o mesmo título."
        error={errors['content'] ?? errors['file'] ?? null}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" type="submit" isBusy={adding.isBusy} busyLabel="Adicionando...">
          Adicionar texto
        </Button>
        <FileButton
          size="small"
          icon={ImageUp}
          isBusy={sending.isBusy}
          busyLabel="Enviando..."
          fieldLabel="Imagem para os parceiros"
          accept="image/png,image/jpeg,image/webp"
          onFile={sending.submit}
        >
          Enviar imagem
        </FileButton>
      </div>
    </Form>
  );
}
