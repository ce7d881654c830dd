import type { ComponentProps } from 'react';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { type ConfirmedChangeOptions, useConfirmedChange } from './use-confirmed-change.ts';

type Words = Omit<ComponentProps<typeof ConfirmDialog>, 'isBusy' | 'onConfirm' | 'onClose'>;

/** The window that asks before a change, and makes it. */
export function ConfirmedChange({ run, refresh, done, failed, onClose, ...words }: ConfirmedChangeOptions & Words) {
  return <ConfirmDialog {...useConfirmedChange({ run, refresh, done, failed, onClose })} {...words} />;
}
