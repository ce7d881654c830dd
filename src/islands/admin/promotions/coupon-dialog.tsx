import { useId, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { DiscardQuestion } from '#src/islands/admin/discard-question.tsx';
import { useCarefulLeave } from '#src/islands/admin/use-careful-leave.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Dialog } from '#src/islands/ui/dialog.tsx';
import type { Coupon, CouponFormValues } from '#src/wire/coupons.ts';
import { CouponFields } from './coupon-fields.tsx';
import { COUPONS_PATH } from './coupon-paths.ts';
import type { SampleProduct } from './coupon-words.ts';

type Props = {
  /** The coupon that is being edited, or a new one. */
  subject: Coupon | 'new' | null;
  today: string;
  sample: SampleProduct | undefined;
  onClose: () => void;
};

export function CouponDialog({ subject, today, sample, onClose }: Props) {
  const formId = useId();
  // While the window leaves, it still shows what it was about.
  const [shown, setShown] = useState(subject);
  if (subject && subject !== shown) setShown(subject);
  const known = shown === 'new' ? null : shown;
  const { submit, isBusy, fieldErrors, forget } = useChange<CouponFormValues, Coupon>({
    run: (values) =>
      known ? api.put<Coupon>(`${COUPONS_PATH}/${known.id}`, values) : api.post<Coupon>(COUPONS_PATH, values),
    done: async ({ code }) => {
      await refreshLists(COUPONS_PATH);
      showToast({
        tone: 'success',
        title: known ? 'Cupom atualizado' : 'Cupom criado',
        description: known ? `As mudanças em ${code} já valem na loja.` : `Divulgue o código ${code}.`,
      });
      close();
    },
    failed: (error) =>
      showToast({
        tone: 'danger',
        title: known ? 'Erro ao atualizar cupom' : 'Erro ao criar cupom',
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
      title={known ? 'Editar Cupom' : 'Adicionar Cupom'}
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
            {known ? 'Salvar alterações' : 'Criar cupom'}
          </Button>
        </>
      }
    >
      <CouponFields
        formId={formId}
        coupon={known}
        today={today}
        sample={sample}
        fieldErrors={fieldErrors}
        onChanged={setChanged}
        onSubmit={submit}
      />
      <DiscardQuestion {...question} where="neste cupom" />
    </Dialog>
  );
}
