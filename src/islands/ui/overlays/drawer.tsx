import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { DIALOG_BACKDROP, DIALOG_FRAME } from './dialog.tsx';
import { leaveEscapeToConfirmDialog } from './leave-escape-to-confirm-dialog.ts';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  foot?: ReactNode;
  /** They stand beside the button that closes. */
  actions?: ReactNode;
  /** Another one begins at its top. */
  contentKey?: string;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  children: ReactNode;
};

/** It is open as long as it is rendered, and fills the screen of a phone. */
export function Drawer({ onClose, title, description, foot, actions, contentKey, onKeyDown, children }: Props) {
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={DIALOG_BACKDROP} />
        <Primitive.Content
          {...focusReturn}
          onEscapeKeyDown={leaveEscapeToConfirmDialog}
          onKeyDown={onKeyDown}
          data-drawer
          {...(!description && { 'aria-describedby': undefined })}
          className={`${DIALOG_FRAME} inset-y-0 right-0 w-full border-y-0 border-r-0 max-sm:border-l-0 sm:max-w-xl`}
        >
          <header className="flex shrink-0 items-start gap-2 border-b border-line py-3 pr-2 pl-5 sm:pl-6">
            <div className="min-w-0 flex-1 py-1.5">
              <Primitive.Title className="text-lg leading-7">{title}</Primitive.Title>
              {description && (
                <Primitive.Description asChild>
                  <div className="mt-0.5 text-sm text-muted">{description}</div>
                </Primitive.Description>
              )}
            </div>
            {/* The button is first in the order of the keyboard, so that it has the focus at the beginning. */}
            <Primitive.Close aria-label="Fechar" className="icon-button order-1 shrink-0">
              <X aria-hidden className="size-5" />
            </Primitive.Close>
            {actions && <div className="flex shrink-0 max-sm:-mx-1">{actions}</div>}
          </header>
          {/* The keyboard scrolls it too, where nothing in it takes the focus. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part has to be reachable */}
          <div key={contentKey} tabIndex={0} className={CONTENT}>
            {children}
          </div>
          {/* The room of a toast, which stands over everything. */}
          <div className="h-(--toast-height) shrink-0 lg:hidden" />
          {foot && (
            <footer
              data-foot
              className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-sm:grid max-sm:grid-cols-2 max-sm:pb-[max(.75rem,env(safe-area-inset-bottom))] sm:px-6 max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2"
            >
              {foot}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const CONTENT = 'min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 -outline-offset-2 sm:px-6';
