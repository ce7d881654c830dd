import { ListFilter, ListToolbar } from '#src/islands/admin/list-toolbar.tsx';
import type { List } from '#src/islands/admin/use-list.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { type ActivationKey, KEY_STATUS_NAMES, KEY_STATUSES, type KeyStock } from '#src/wire/activation-keys.ts';
import { EXPORT_PATH } from './key-paths.ts';
import type { KeyFilter } from './key-screen.tsx';

type Props = { list: List<ActivationKey, KeyFilter>; stock: readonly KeyStock[] };

export function KeyToolbar({ list, stock }: Props) {
  const products = stock.map(({ productId, name }) => ({ value: productId, label: name }));
  return (
    <ListToolbar
      list={list}
      label="Buscar por chave ou cliente"
      placeholder="Buscar por chave ou cliente..."
      filters={
        <>
          <ListFilter
            list={list}
            name="productId"
            label="Produto"
            options={[{ value: '', label: 'Todos os produtos' }, ...products]}
            width="sm:w-52"
          />
          <ListFilter list={list} name="status" label="Status" options={STATUSES} width="sm:w-44" />
        </>
      }
    >
      <DownloadLink href={list.csvHref(EXPORT_PATH)} text="Exportar CSV" isInToolbar />
    </ListToolbar>
  );
}

const STATUSES = [
  { value: '', label: 'Todos os status' },
  ...KEY_STATUSES.map((value) => ({ value, label: KEY_STATUS_NAMES[value] })),
];
