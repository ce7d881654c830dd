import { ArrowRight, ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { sendFile, uploadFile } from '#src/client/uploads/uploads.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { IMPORT_PATH, type ImportProduct, type StoreImport } from '#src/wire/imports/imports.ts';

export type Chosen = { target: string; image: string | null };

type Props = {
  shown: StoreImport;
  targets: { id: string; name: string }[];
  chosen: Record<string, Chosen>;
  onChoose: (name: string, change: Partial<Chosen>) => void;
  onChange: (next: StoreImport) => void;
};

/** Where each product of the file goes. Pictures are dropped onto a row, or onto all of them by their names. */
export function ImportProducts({ shown, targets, chosen, onChoose, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAll, setAll] = useState(false);
  const rows = isAll ? shown.products : shown.products.slice(0, FIRST);
  const open = shown.products.filter(({ name }) => !chosen[name]?.target).length;
  async function take(files: readonly File[], row: ImportProduct | null): Promise<void> {
    setBusy(true);
    try {
      for (const file of files) await takeOne(file, row, { shown, onChoose, onChange });
    } catch (error) {
      showToast({ tone: 'danger', title: 'O arquivo não foi recebido', description: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <section aria-labelledby="import-products" className="min-w-0 rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <h3 id="import-products" className="text-sm">
          Produtos
        </h3>
        <p role="status" className="flex-1 text-sm text-muted max-sm:basis-1/2">
          {shown.products.length} no arquivo, {open === 0 ? 'todos com destino' : `${open} sem destino`}
        </p>
        <Button
          variant="quiet"
          size="small"
          icon={ImageUp}
          isBusy={isBusy}
          busyLabel="Recebendo..."
          onClick={() => input.current?.click()}
        >
          Tabela e imagens
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          accept=".csv,image/png,image/jpeg,image/webp"
          aria-label="Tabela de produtos e imagens"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take([...(event.target.files ?? [])], null);
            event.target.value = '';
          }}
        />
      </div>
      <ul className="border-t border-line">
        {rows.map((product) => (
          <ProductRow
            key={product.name}
            product={product}
            targets={targets}
            chosen={chosen[product.name]}
            onChoose={(change) => onChoose(product.name, change)}
            onDrop={(files) => void take(files, product)}
          />
        ))}
      </ul>
      {rows.length < shown.products.length && (
        <p className="border-t border-line px-4 py-2.5 text-right text-sm">
          <button type="button" className="min-h-9 max-sm:min-h-11 link" onClick={() => setAll(true)}>
            Ver os {shown.products.length} produtos
          </button>
        </p>
      )}
    </section>
  );
}

const FIRST = 20;

type RowProps = {
  product: ImportProduct;
  targets: Props['targets'];
  chosen: Chosen | undefined;
  onChoose: (change: Partial<Chosen>) => void;
  onDrop: (files: File[]) => void;
};

function ProductRow({ product, targets, chosen, onChoose, onDrop }: RowProps) {
  const { name, sales } = product;
  return (
    <li
      className="grid items-center gap-x-4 gap-y-2 border-line px-4 py-2 not-first:border-t sm:grid-cols-[minmax(0,1fr)_5rem_1rem_minmax(0,15rem)]"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop([...event.dataTransfer.files]);
      }}
    >
      <div className="min-w-0">
        <p className="font-semibold text-sm wrap-anywhere">{name}</p>
        <Told product={product} image={chosen?.image ?? null} />
      </div>
      <p className="text-sm text-muted tabular-nums sm:text-right">
        {sales.toLocaleString('pt-BR')}
        <span className="sm:sr-only"> {sales === 1 ? 'venda' : 'vendas'}</span>
      </p>
      <ArrowRight aria-hidden className="hidden size-4 text-muted sm:block" />
      <Select
        label={`Destino de ${name}`}
        isLabelHidden
        value={chosen?.target ?? ''}
        placeholder="Escolha"
        options={[
          { value: 'new', label: 'Criar, inativo' },
          ...targets.map((target) => ({ value: target.id, label: target.name })),
          { value: 'skip', label: 'Não trazer' },
        ]}
        onChange={(target) => onChoose({ target })}
      />
    </li>
  );
}

function Told({ product, image }: { product: ImportProduct; image: string | null }) {
  const told = [
    ...(product.description ? ['texto'] : []),
    ...(product.price ? [`preço R$ ${product.price}`] : []),
    ...(image ? ['imagem recebida'] : product.pictures.slice(0, 1).map((name) => `falta ${name}`)),
    ...product.files.slice(0, 1).map((name) => `${name} depois de importar`),
  ];
  return told.length > 0 && <p className="text-mini text-muted wrap-anywhere">{told.join(' · ')}</p>;
}

/** A table says which picture is of which product; a picture on a row is its cover. */
async function takeOne(
  file: File,
  row: ImportProduct | null,
  { shown, onChoose, onChange }: Pick<Props, 'shown' | 'onChoose' | 'onChange'>,
): Promise<void> {
  if (/\.csv$/i.test(file.name)) {
    return onChange(await sendFile<StoreImport>(`${IMPORT_PATH}/${shown.id}/products`, file, file.name));
  }
  if (!isPicture(file.name)) {
    showToast({
      tone: 'warning',
      title: `${file.name} entra depois de importar`,
      description: 'Os arquivos dos produtos se soltam na tela seguinte, quando os produtos já existem.',
    });
    return;
  }
  const wanted = row ?? shown.products.find(({ pictures }) => pictures[0]?.toLowerCase() === file.name.toLowerCase());
  if (!wanted) {
    showToast({
      tone: 'warning',
      title: `${file.name} não é de nenhum produto`,
      description: 'Solte a imagem sobre a linha do produto.',
    });
    return;
  }
  onChoose(wanted.name, { image: await uploadFile(file, file.name) });
}

function isPicture(name: string): boolean {
  return /\.(?:png|jpe?g|webp|gif)$/i.test(name);
}
