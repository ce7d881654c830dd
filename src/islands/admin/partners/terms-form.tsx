import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { queryClient } from '#src/client/queries.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { formatDay } from '#src/wire/basics/dates.ts';
import { type PartnerTerms, TERMS_LENGTH } from '#src/wire/partners/partners.ts';

const PATH = '/api/admin/partner-terms';

export function TermsForm({ rendered }: { rendered: PartnerTerms | null }) {
  const { data: terms } = useRead<PartnerTerms | null>(PATH, { initialData: rendered ?? undefined });
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? terms?.text ?? '';
  useLeaveWarning(text !== (terms?.text ?? ''));
  const saving = useChange<undefined, PartnerTerms>({
    run: () => api.put<PartnerTerms>(PATH, { text }),
    told: (after) => `Versão ${after.version} dos termos salva`,
    done: (after) => {
      queryClient().setQueryData([PATH], after);
      setTyped(null);
    },
    failed: 'Os termos não foram salvos',
  });
  return (
    <Form
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
      onSubmit={() => saving.submit(undefined)}
    >
      <h2 className="text-base">Termos do programa</h2>
      <TextArea
        label="Texto dos termos"
        size="small"
        rows={12}
        maxLength={TERMS_LENGTH}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        hint={
          terms
            ? `Versão ${terms.version}, de ${formatDay(terms.createdAt)}. Uma mudança é uma versão nova, que cada parceiro aceita de novo.`
            : 'Cada parceiro lê e aceita na área dele; a loja guarda a versão e a data.'
        }
        error={saving.fieldErrors['text'] ?? null}
      />
      <div>
        <Button size="small" type="submit" isBusy={saving.isBusy} busyLabel="Salvando...">
          Salvar termos
        </Button>
      </div>
    </Form>
  );
}
