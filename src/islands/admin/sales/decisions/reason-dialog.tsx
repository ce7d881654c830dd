import { useState } from 'react';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';

type Read<Body> = { success: true; data: Body } | { success: false; error: { issues: readonly { message: string }[] } };

type Props<Body> = {
  title: string;
  description: string;
  submitLabel: string;
  hint: string;
  rows: number;
  isBusy: boolean;
  /** The server gives it. */
  refusal: string | undefined;
  /** It returns what is sent with this reason, or why not. */
  read: (reason: string) => Read<Body>;
  onSubmit: (body: Body) => void;
  onClose: () => void;
};

/** Asks why, before a decision about a sale. */
export function ReasonDialog<Body>({ hint, rows, refusal, read, onSubmit, ...dialog }: Props<Body>) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const typed = read(reason);
  const problem = typed.success ? null : (typed.error.issues[0]?.message ?? null);
  return (
    <FormDialog
      {...dialog}
      unsavedIn={reason.trim() === '' ? null : 'neste motivo'}
      onSubmit={() => {
        setChecked(true);
        if (typed.success) onSubmit(typed.data);
      }}
    >
      <TextArea
        label="Motivo"
        size="small"
        hint={hint}
        rows={rows}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={refusal ?? (isChecked ? problem : null)}
      />
    </FormDialog>
  );
}
