import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { useErrorFocus } from './use-error-focus.ts';

type Props = {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  busyLabel?: string;
  isBusy: boolean;
  /** It is set while unsaved, such as `neste cupom`: closing then asks first. */
  unsavedIn?: string | null;
  onSubmit: (event: SyntheticEvent) => void | Promise<void>;
  onClose: () => void;
  onCancel?: () => void;
  children: ReactNode;
};

export function FormDialog(props: Props) {
  const {
    title,
    description,
    submitLabel,
    busyLabel = 'Salvando...',
    isBusy,
    unsavedIn,
    onSubmit,
    onClose,
    onCancel = onClose,
  } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(form);
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  function leave(how: () => void): void {
    if (isBusy) return;
    if (unsavedIn) setConfirmOpen(true);
    else how();
  }

  return (
    <Dialog
      onClose={() => leave(onClose)}
      title={title}
      description={description}
      foot={
        <>
          <Button onClick={() => leave(onCancel)}>Cancelar</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isBusy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form
        ref={form}
        id={id}
        onSubmit={(event) => {
          focusFirstError();
          void onSubmit(event);
        }}
      >
        {props.children}
      </Form>
      {isConfirmOpen && unsavedIn && (
        <DiscardDialog where={unsavedIn} onDiscard={onClose} onClose={() => setConfirmOpen(false)} />
      )}
    </Dialog>
  );
}
