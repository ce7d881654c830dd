import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from './states/spinner.tsx';

type Variant = 'primary' | 'secondary' | 'danger' | 'quiet';

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: Variant;
  size?: 'normal' | 'small';
  icon?: LucideIcon;
  /** Keeps the focus and ignores clicks while busy. */
  isBusy?: boolean;
  busyLabel?: string;
  isWide?: boolean;
};

export function Button({
  variant = 'secondary',
  size = 'normal',
  icon: Icon,
  isBusy = false,
  busyLabel,
  isWide = false,
  type = 'button',
  onClick,
  children,
  ...button
}: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) return event.preventDefault();
    onClick?.(event);
  };
  return (
    <button
      {...button}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={press}
      className={`${buttonClass(variant, size)} ${isWide ? 'w-full' : ''}`}
    >
      {isBusy ? <Spinner className="size-4" /> : Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}

export function buttonClass(variant: Variant, size: 'normal' | 'small' = 'normal'): string {
  return `${LOOKS[variant]} ${size === 'small' ? SMALL : ''} whitespace-nowrap aria-disabled:cursor-progress`;
}

const SMALL = 'gap-1.5 px-3.5 text-sm sm:min-h-9';
const LOOKS = {
  primary: 'button-1',
  secondary: 'button-2',
  danger: 'button bg-red-600 text-white hover:bg-red-700',
  quiet: 'button text-muted hover:bg-raised hover:text-foreground',
} satisfies Record<Variant, string>;
