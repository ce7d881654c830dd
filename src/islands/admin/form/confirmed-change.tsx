import type { ComponentProps } from 'react';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { type ConfirmedChangeOptions, useConfirmedChange } from './use-confirmed-change.ts';

type Words = Omit<ComponentProps<typeof ConfirmDialog>, 'confirmLabel' | 'isBusy' | 'onConfirm' | 'onClose'> & {
  confirmLabel?: string;
};

/** The window that asks before a change, and makes it: most of them delete something. */
export function ConfirmedChange({ run, refresh, done, failed, onClose, ...words }: ConfirmedChangeOptions & Words) {
  const change = useConfirmedChange({ run, refresh, done, failed, onClose });
  return <ConfirmDialog confirmLabel="Excluir" busyLabel="Excluindo..." {...change} {...words} />;
}
