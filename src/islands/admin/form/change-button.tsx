import type { ComponentProps } from 'react';
import { Button } from '#src/islands/ui/button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'variant' | 'type' | 'isBusy' | 'onClick' | 'children'> & {
  /** `useChange` returns it. */
  change: { submit: (input: undefined) => void; isBusy: boolean };
  label: string;
  variant?: ComponentProps<typeof Button>['variant'];
};

/** Submits a change that needs nothing from the person but the click. */
export function ChangeButton({ change, label, variant = 'secondary', size = 'small', ...button }: Props) {
  return (
    <Button {...button} variant={variant} size={size} isBusy={change.isBusy} onClick={() => change.submit(undefined)}>
      {label}
    </Button>
  );
}
