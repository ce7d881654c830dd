import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { isAborted, sendFile } from '#src/client/uploads/uploads.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { IMPORT_LIMIT_BYTES, IMPORT_PATH, IMPORT_TEXTS, type StoreImport } from '#src/wire/imports/imports.ts';

/** A file is read as soon as it is chosen or dropped; nothing of it is written yet. */
export function ChooseFile({ onSent }: { onSent: (read: StoreImport) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  async function send(file: File | undefined): Promise<void> {
    if (!file || percent !== null) return;
    if (file.size > IMPORT_LIMIT_BYTES) return setTrouble(IMPORT_TEXTS.tooLarge);
    setTrouble(null);
    setPercent(0);
    try {
      onSent(await sendFile<StoreImport>(IMPORT_PATH, file, file.name, { onProgress: setPercent }));
    } catch (error) {
      if (!isAborted(error)) setTrouble(sentenceOf(error));
    } finally {
      setPercent(null);
    }
  }
  return (
    <section
      aria-labelledby="choose-file"
      className={`grid justify-items-start gap-3 rounded-card border border-dashed bg-surface p-4 lg:p-6 ${isOver ? 'border-link' : 'border-outline'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send(event.dataTransfer.files[0]);
      }}
    >
      <h3 id="choose-file" className="text-base">
        O CSV das vendas
      </h3>
      <p className="text-sm text-muted">
        Exporte as vendas em CSV no Gumroad, Hotmart, Kiwify, Lemon Squeezy, WooCommerce ou Easy Digital Downloads, ou
        preencha a planilha própria. Até 50 MB. A loja confere antes: nada é gravado neste passo.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          icon={FileUp}
          isBusy={percent !== null}
          busyLabel={percent !== null && percent < 99 ? `Enviando... ${percent}%` : 'Lendo...'}
          onClick={() => input.current?.click()}
        >
          Escolher arquivo
        </Button>
        <a href="/admin/ajuda/trazer-minha-loja" className="link text-sm">
          De onde sai o CSV
        </a>
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="CSV das vendas"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {trouble && (
        <p role="alert" className="text-sm text-danger">
          {trouble}
        </p>
      )}
    </section>
  );
}
