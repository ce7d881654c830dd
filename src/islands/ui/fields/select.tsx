import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { useRef, useState } from 'react';
import { landmarkOf } from '../overlays/landmark-of.ts';
import { styleNonce } from '../overlays/style-nonce.ts';
import { useHydrated } from '../use-hydrated.ts';
import { useUnhiddenPage } from '../use-unhidden-page.ts';
import { type Control, controlClass, Field, type FieldProps } from './field.tsx';

export type Option = { value: string; label: string };

type Props = FieldProps & {
  /** It may be empty, as for 'Todos'. */
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  disabled?: boolean;
};

export function Select({ label, error, hint, size = 'small', isLabelHidden, ...choice }: Props) {
  const isAlive = useHydrated();
  const look = `flex items-center justify-between gap-2 text-left data-placeholder:text-muted disabled:bg-raised disabled:opacity-100 ${controlClass(size, error)} ${size === 'small' ? 'px-3' : 'px-4'}`;
  return (
    <Field label={label} error={error} hint={hint} size={size} isLabelHidden={isLabelHidden}>
      {(control) =>
        isAlive ? (
          <InteractiveSelect {...choice} label={label} control={control} look={look} />
        ) : (
          // Radix writes `style` attributes, which the CSP forbids in server HTML.
          <button
            type="button"
            {...control}
            role="combobox"
            aria-expanded="false"
            disabled={choice.disabled}
            className={look}
          >
            <SelectLabel
              option={choice.options.find(({ value }) => value === choice.value)}
              placeholder={choice.placeholder}
            />
          </button>
        )
      }
    </Field>
  );
}

type Choice = Omit<Props, keyof FieldProps> & { label: string; control: Control; look: string };

function InteractiveSelect({ value, onChange, options, placeholder, disabled, control, look }: Choice) {
  const chosen = options.find((option) => option.value === value);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <Primitive.Root
      value={chosen ? toKey(value) : ''}
      onValueChange={(key) => onChange(fromKey(key))}
      disabled={disabled}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <Primitive.Trigger ref={trigger} {...control} className={look}>
        <SelectLabel option={chosen} placeholder={placeholder} />
      </Primitive.Trigger>
      <Primitive.Portal container={landmarkOf(trigger.current)}>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[calc(100vw-1rem)] animate-enter overflow-hidden rounded-card border border-line bg-surface text-foreground shadow-float"
        >
          <Primitive.Viewport nonce={styleNonce()} className="p-1.5">
            {isOpen && <UnhiddenPage />}
            {options.map((option) => (
              <Primitive.Item key={option.value} value={toKey(option.value)} className={ITEM}>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator>
                  <Check aria-hidden className="size-4 text-link" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** It is mounted with the open list, before Radix hides the page; a closed list is kept in a fragment. */
function UnhiddenPage() {
  useUnhiddenPage();
  return null;
}

function SelectLabel({ option, placeholder = '' }: { option: Option | undefined; placeholder: string | undefined }) {
  return (
    <>
      <span className={`truncate ${option ? '' : 'text-muted'}`}>{option?.label ?? placeholder}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
    </>
  );
}

/** Radix reserves the empty string for 'nothing chosen'. */
function toKey(value: string): string {
  return `=${value}`;
}

function fromKey(key: string): string {
  return key.slice(1);
}

const ITEM =
  'flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-[.5rem] px-2.5 text-sm outline-none max-sm:min-h-11 select-none data-highlighted:bg-raised data-[state=checked]:font-semibold forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]';
