import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { leaveEscapeToConfirmDialog } from './leave-escape-to-confirm-dialog.ts';
import './style-nonce.ts';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Keeps its height, so that tabs of different length stay where they are. */
  isTall?: boolean;
  foot?: ReactNode;
  /** It stands at the right of what scrolls, on screens that have room for both. */
  beside?: ReactNode;
  /** Takes the focus on closing when there is no opener, as after replacing another dialog. */
  returnTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** It is open as long as it is rendered, and fills the screen of a phone. */
export function Dialog({
  onClose,
  title,
  description,
  size = 'medium',
  isTall = false,
  foot,
  beside,
  returnTo,
  children,
}: Props) {
  const focusReturn = useFocusReturn(returnTo);
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={DIALOG_BACKDROP} />
        <Primitive.Content
          {...focusReturn}
          onEscapeKeyDown={leaveEscapeToConfirmDialog}
          {...(!description && { 'aria-describedby': undefined })}
          className={`${DIALOG_FRAME} inset-x-0 top-3 bottom-0 rounded-t-panel sm:inset-0 sm:m-auto ${isTall ? 'sm:h-[min(56rem,100dvh-4rem)]' : 'sm:h-fit sm:max-h-[calc(100dvh-4rem)]'} sm:rounded-panel ${beside ? 'sm:max-w-[min(84rem,calc(100vw-4rem))]' : WIDTHS[size]}`}
        >
          <header className="shrink-0 border-b border-line py-4 pr-16 pl-5 sm:pl-6">
            <Primitive.Title className="text-lg leading-7">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-0.5 text-sm text-muted">{description}</Primitive.Description>
            )}
          </header>
          <div className="flex min-h-0 flex-1">
            {/* biome-ignore lint/a11y/noStaticElementInteractions: It listens for its fields: a browser shows the caret of a long one and leaves the rest under the foot. */}
            <div
              onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
              className="min-h-0 min-w-0 flex-1 scroll-py-3 overflow-y-auto overscroll-contain p-5 sm:px-6"
            >
              {children}
            </div>
            {beside && (
              <div className="min-h-[min(36rem,calc(100dvh-14rem))] w-[clamp(26rem,40vw,34rem)] shrink-0 border-l border-line p-5">
                {beside}
              </div>
            )}
          </div>
          {foot && (
            <footer
              data-foot
              className="flex shrink-0 empty:hidden flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-sm:*:flex-1 max-sm:pb-[max(.75rem,env(safe-area-inset-bottom))] sm:px-6"
            >
              {foot}
            </footer>
          )}
          {/* The button comes last, so that the first field has the focus. */}
          <Primitive.Close aria-label="Fechar" className="icon-button absolute top-2 right-2 sm:right-3">
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const DIALOG_BACKDROP = 'fixed inset-0 z-40 bg-black/50 transition-opacity duration-150 starting:opacity-0';
export const DIALOG_FRAME =
  'fixed z-40 flex animate-enter flex-col border border-line bg-surface text-foreground wrap-break-word shadow-float outline-none';

const WIDTHS = {
  small: 'sm:max-w-md',
  medium: 'sm:max-w-xl',
  large: 'sm:max-w-3xl',
} satisfies Record<NonNullable<Props['size']>, string>;
