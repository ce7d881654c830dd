import { CircleAlert, type LucideIcon } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';

type Props = {
  label: string;
  hint: string;
  icon: LucideIcon;
  accept?: string;
  error?: string | null;
  takesSeveral?: boolean;
  /** It is called once for each file. */
  onFile: (file: File) => void;
};

export function FileDrop({ label, hint, icon: Icon, accept, error, takesSeveral = false, onFile }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, takesSeveral ? undefined : 1)) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const border = error ? 'border-danger' : isOver ? 'border-focus bg-raised' : 'border-outline';
  return (
    <div>
      <div
        className={`relative rounded-field border border-dashed transition-colors duration-150 hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${border}`}
      >
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={takesSeveral}
          aria-describedby={error ? `${id}-error` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => {
            take(target.files);
            // Lets the same file be chosen again.
            target.value = '';
          }}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <div className="pointer-events-none flex min-h-16 items-center gap-3 px-4 py-3">
          <Icon aria-hidden strokeWidth={1.5} className="size-6 shrink-0 text-muted" />
          <div className="min-w-0">
            <label htmlFor={id} className="block text-sm font-medium">
              {label}
            </label>
            <p id={`${id}-hint`} className="text-table text-muted">
              {hint}
            </p>
          </div>
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex items-start gap-1.5 text-table text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
