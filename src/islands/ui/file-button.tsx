import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'ref' | 'type' | 'onClick'> & {
  /** The name of the field behind it. */
  fieldLabel: string;
  accept: string;
  onFile: (file: File) => void;
};

export function FileButton({ fieldLabel, accept, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={fieldLabel}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again after it was corrected.
          target.value = '';
        }}
      />
    </>
  );
}
