import { FileUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { StoreImport } from '#src/wire/imports/imports.ts';
import { DraftFiles } from './draft-files.tsx';
import { chosenFiles, type GivenFile } from './dropped-files.ts';
import { type FileRow, fileRows } from './match-files.ts';
import { takesDrops } from './takes-drops.ts';
import { type GivenFiles, useGivenFiles } from './use-given-files.ts';

type Props = { shown: StoreImport; targets: { id: string; name: string }[] };

/** What buyers download, for the products that came in: dropped onto all of them, or onto one. */
export function ImportFiles({ shown, targets }: Props) {
  const rows = fileRows(shown.products, targets);
  const given = useGivenFiles(rows);
  const [isAll, setAll] = useState(false);
  useLeaveWarning(given.isSending);
  if (rows.length === 0) return null;
  const open = rows.filter((row, at) => isAll || at < FIRST || filesOf(given, row).length > 0);
  return (
    <section
      aria-labelledby="import-files"
      className="min-w-0 rounded-card border border-line bg-surface"
      {...takesDrops((files) => given.take(files, null))}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 lg:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="import-files" className="text-base">
            Arquivos dos produtos
          </h3>
          <p className="mt-1 text-sm text-muted">
            Solte aqui os ZIPs, ou a pasta com eles: cada um vai para o produto que o nome diz, em um rascunho de
            versão. Ninguém o recebe antes de você publicar.
          </p>
        </div>
        <ChooseFiles
          label="Escolher arquivos"
          name="Arquivos de vários produtos"
          onFiles={(files) => given.take(files, null)}
        />
      </div>
      <LeftOut given={given} rows={rows} />
      <ul className="border-t border-line">
        {open.map((row) => (
          <Row key={row.productId} row={row} given={given} />
        ))}
      </ul>
      {open.length < rows.length && (
        <p className="border-t border-line px-4 py-2.5 text-right text-sm">
          <button type="button" className="min-h-9 max-sm:min-h-11 link" onClick={() => setAll(true)}>
            Ver os {rows.length} produtos
          </button>
        </p>
      )}
    </section>
  );
}

const FIRST = 20;

function Row({ row, given }: { row: FileRow; given: GivenFiles }) {
  const { productId, expected } = row;
  const name = nameOf(row);
  const batches = filesOf(given, row);
  return (
    <li
      className="grid gap-3 border-line px-4 py-2.5 not-first:border-t lg:px-6"
      {...takesDrops((files) => given.take(files, productId))}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-semibold text-sm wrap-anywhere">{name}</p>
          {batches.length === 0 && expected.length > 0 && (
            <p className="text-mini text-muted wrap-anywhere">
              {expected.length === 1 ? 'falta' : 'faltam'} {new Intl.ListFormat('pt-BR').format(expected)}
            </p>
          )}
        </div>
        <ChooseFiles label="Escolher" name={`Arquivos de ${name}`} onFiles={(files) => given.take(files, productId)} />
      </div>
      {batches.map((batch) => (
        <DraftFiles key={batch.key} batch={batch} given={given} />
      ))}
    </li>
  );
}

/** What nobody could give to a product stays until somebody says whose it is. */
function LeftOut({ given, rows }: { given: GivenFiles; rows: readonly FileRow[] }) {
  const { unmatched, left } = given;
  return (
    <div role="status" className="grid gap-3 px-4 pb-3 empty:hidden lg:px-6">
      {left.length > 0 && (
        <Notice
          tone="warning"
          title={left.length === 1 ? 'Um arquivo ficou de fora' : `${left.length} arquivos ficaram de fora`}
        >
          {left.map((sentence) => (
            <p key={sentence} className="wrap-anywhere">
              {sentence}
            </p>
          ))}
        </Notice>
      )}
      {unmatched.length > 0 && (
        <Notice tone="warning" title="De qual produto é?">
          <ul className="grid gap-2">
            {unmatched.map((one) => (
              <li
                key={one.path}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_15rem_auto]"
              >
                <span className="wrap-anywhere max-sm:col-span-2">{one.file.name}</span>
                <Select
                  label={`Produto de ${one.file.name}`}
                  isLabelHidden
                  value=""
                  placeholder="Escolha"
                  options={rows.map((row) => ({ value: row.productId, label: nameOf(row) }))}
                  onChange={(productId) => {
                    given.forget(one);
                    given.give(productId, one);
                  }}
                />
                <IconAction label={`Deixar ${one.file.name} de fora`} icon={X} onClick={() => given.forget(one)} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

type ChooseProps = { label: string; name: string; onFiles: (files: GivenFile[]) => void };

function ChooseFiles({ label, name, onFiles }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" icon={FileUp} onClick={() => input.current?.click()}>
        {label}
        <span className="sr-only">: {name}</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        aria-label={name}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFiles(chosenFiles(target.files));
          target.value = '';
        }}
      />
    </>
  );
}

function filesOf({ batches }: GivenFiles, { productId }: FileRow) {
  return batches.filter((batch) => batch.productId === productId);
}

function nameOf({ names: [name = ''] }: FileRow): string {
  return name;
}
