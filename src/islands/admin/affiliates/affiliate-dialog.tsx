import { useId, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { DiscardQuestion } from '#src/islands/admin/discard-question.tsx';
import { useCarefulLeave } from '#src/islands/admin/use-careful-leave.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Dialog } from '#src/islands/ui/dialog.tsx';
import type { Affiliate, AffiliateFormValues } from '#src/wire/affiliates.ts';
import { AffiliateFields } from './affiliate-fields.tsx';
import { AFFILIATES_PATH, BOTH_PATHS } from './affiliate-paths.ts';
import { drawPassword } from './drawn-password.ts';
import type { DrawnPassword } from './password-dialog.tsx';

type Props = {
  /** The affiliate that is being edited, or a new one. */
  subject: Affiliate | 'new' | null;
  onClose: () => void;
  /** Hands on the password of a new one: it is shown once and kept nowhere. */
  onCreated: (drawn: DrawnPassword) => void;
};

type Input = AffiliateFormValues & { password?: string };

export function AffiliateDialog({ subject, onClose, onCreated }: Props) {
  const formId = useId();
  // While the window leaves, it still shows what it was about.
  const [shown, setShown] = useState(subject);
  if (subject && subject !== shown) setShown(subject);
  const known = shown === 'new' ? null : shown;
  const { submit, isBusy, fieldErrors, forget } = useChange<Input, Affiliate>({
    run: (values) =>
      known
        ? api.put<Affiliate>(`${AFFILIATES_PATH}/${known.id}`, values)
        : api.post<Affiliate>(AFFILIATES_PATH, values),
    done: async (affiliate, { password }) => {
      // Before anything else may fail: it is known nowhere else.
      if (password) onCreated({ affiliate, password });
      close();
      // An affiliate's coupon stands among the coupons too.
      await Promise.all([refreshLists(BOTH_PATHS), refreshLists('/api/admin/coupons')]);
      if (known) {
        showToast({
          tone: 'success',
          title: 'Afiliado atualizado',
          description: 'As próximas vendas já contam assim.',
        });
      }
    },
    failed: (error) =>
      showToast({
        tone: 'danger',
        title: known ? 'Falha ao atualizar afiliado' : 'Falha ao criar afiliado',
        description: sentenceOf(error),
      }),
  });

  function close(): void {
    forget();
    onClose();
  }

  const { setChanged, leave, question } = useCarefulLeave(isBusy, close);
  return (
    <Dialog
      isOpen={subject !== null}
      onOpenChange={(isOpen) => isOpen || leave()}
      title={known ? 'Editar Afiliado' : 'Adicionar Afiliado'}
      foot={
        <>
          <Button variant="secondary" onClick={leave}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isBusy={isBusy}
            busyLabel={known ? 'Salvando...' : 'Criando...'}
          >
            {known ? 'Salvar alterações' : 'Criar afiliado'}
          </Button>
        </>
      }
    >
      <AffiliateFields
        formId={formId}
        affiliate={known}
        fieldErrors={fieldErrors}
        onChanged={setChanged}
        onSubmit={(values) => submit(known ? values : { ...values, password: drawPassword() })}
      />
      <DiscardQuestion {...question} where="neste afiliado" />
    </Dialog>
  );
}
