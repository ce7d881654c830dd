import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { isAborted, sendFile } from '#src/client/uploads/uploads.ts';
import { FileButton } from '#src/islands/ui/file-button.tsx';
import { IMPORT_LIMIT_BYTES, IMPORT_PATH, IMPORT_TEXTS, type StoreImport } from '#src/wire/imports/imports.ts';
import type { GivenFile } from './files/dropped-files.ts';
import { isHidden, isTable } from './files/match-files.ts';
import { takesDrops } from './files/takes-drops.ts';

/** A file is read as soon as it is chosen or dropped; nothing of it is written yet. */
export function ChooseFile({ onSent }: { onSent: (read: StoreImport) => void }) {
  const [percent, setPercent] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  async function send(file: File): Promise<void> {
    if (percent !== null) return;
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
  /** Out of a folder, its table. */
  function takeDropped(given: readonly GivenFile[]): void {
    const files = given.filter(({ path }) => !isHidden(path));
    const tables = files.filter(({ path }) => isTable(path));
    const [one, another] = tables.length > 0 ? tables : files;
    if (one && !another) void send(one.file);
    else setTrouble(another ? 'Solte um CSV de cada vez.' : IMPORT_TEXTS.notATable);
  }
  const drops = takesDrops(takeDropped);
  return (
    <section
      aria-labelledby="choose-file"
      className={`grid justify-items-start gap-3 rounded-card border border-dashed bg-surface p-4 lg:p-6 ${isOver ? 'border-link' : 'border-outline'}`}
      onDragOver={(event) => {
        drops.onDragOver(event);
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        drops.onDrop(event);
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
        <FileButton
          variant="primary"
          icon={FileUp}
          isBusy={percent !== null}
          busyLabel={percent !== null && percent < 99 ? `Enviando... ${percent}%` : 'Lendo...'}
          fieldLabel="CSV das vendas"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onFile={(file) => void send(file)}
        >
          Escolher arquivo
        </FileButton>
        <a href="/admin/ajuda/trazer-minha-loja" className="link text-sm">
          De onde sai o CSV
        </a>
      </div>
      {trouble && (
        <p role="alert" className="text-sm text-danger">
          {trouble}
        </p>
      )}
    </section>
  );
}
