import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { noWrap } from '../no-wrap.ts';
import { DIALOG_BACKDROP, DIALOG_FRAME } from './dialog.tsx';
import { leaveEscapeToConfirmDialog } from './leave-escape-to-confirm-dialog.ts';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  isBusy?: boolean;
  busyLabel?: string;
  tone?: 'danger' | 'neutral';
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** It is open as long as it is rendered; the focus starts on 'Cancelar'. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  isBusy = false,
  busyLabel,
  tone = 'danger',
  onConfirm,
  onClose,
  children,
}: Props) {
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => isOpen || isBusy || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={DIALOG_BACKDROP} />
        <AlertDialog.Content
          {...focusReturn}
          onEscapeKeyDown={leaveEscapeToConfirmDialog}
          onKeyDown={({ key }) => key === 'Escape' && !isBusy && onClose()}
          className={`${DIALOG_FRAME} inset-x-4 top-0 bottom-0 m-auto h-fit max-h-[calc(100dvh-2rem)] max-w-md overflow-y-auto rounded-panel p-5 sm:p-6`}
        >
          <AlertDialog.Title className="text-lg leading-7">{noWrap(title)}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-[.9375rem] text-muted">
            {typeof description === 'string' ? noWrap(description) : description}
          </AlertDialog.Description>
          {children && <div className="mt-4">{children}</div>}
          <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            <AlertDialog.Cancel asChild>
              <Button aria-disabled={isBusy || undefined}>Cancelar</Button>
            </AlertDialog.Cancel>
            <Button
              variant={tone === 'danger' ? 'danger' : 'primary'}
              isBusy={isBusy}
              busyLabel={busyLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
