import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { type KeyFile, readKeyFile } from './key-file.ts';
import type { KeyDraft } from './use-key-draft.ts';

export function KeyText({ draft, error }: { draft: KeyDraft; error: string | null }) {
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    const read = await readKeyFile(file);
    setRefusal('problem' in read ? read.problem : null);
    if (!('problem' in read)) draft.takeFile(read);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button below does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`grid grid-cols-1 gap-3 rounded-field outline-2 outline-offset-4 outline-dashed ${isOver ? 'outline-link' : 'outline-transparent'}`}
    >
      <TextArea
        label="Chaves"
        isCode
        size="small"
        rows={8}
        value={draft.text}
        placeholder={'XXXX-XXXX-XXXX\nYYYY-YYYY-YYYY'}
        onChange={(event) => {
          setRefusal(null);
          draft.write(event.target.value);
        }}
        error={refusal ?? error}
        hint="Uma chave por linha. Você também pode soltar aqui um arquivo .txt ou .csv."
      />
      <FileChoice onFile={(file) => void take(file)} />
      {draft.file && draft.file.columns.length > 1 && <ColumnChoice file={draft.file} onChoose={draft.chooseColumn} />}
    </div>
  );
}

function FileChoice({ onFile }: { onFile: (file: File | undefined) => void }) {
  const id = useId();
  return (
    <div className="flex">
      <input
        id={id}
        type="file"
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        className="peer sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // Lets the same file be chosen again.
          event.target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="button-2 min-h-9 max-sm:min-h-11 gap-1.5 px-3.5 text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
      >
        <FileUp aria-hidden className="size-4" />
        Escolher arquivo
      </label>
    </div>
  );
}

function ColumnChoice({ file, onChoose }: { file: KeyFile & { column: number }; onChoose: (column: number) => void }) {
  return (
    <Select
      label="Coluna das chaves"
      hint={`${file.name} tem ${file.columns.length} colunas.`}
      value={String(file.column)}
      onChange={(column) => onChoose(Number(column))}
      options={file.columns.map(({ name }, at) => ({ value: String(at), label: name }))}
    />
  );
}
