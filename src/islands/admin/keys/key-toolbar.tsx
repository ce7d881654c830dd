import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import type { ActivationKey, KeyStock } from '#src/wire/keys/activation-keys.ts';
import { type KEY_LIST, KEY_STATUS_NAMES, MACHINE_FILTERS } from '#src/wire/keys/key-list.ts';

type Props = { list: List<ActivationKey, keyof typeof KEY_LIST.filters>; stock: readonly KeyStock[] };

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
          <ListFilter
            list={list}
            name="machines"
            label="Computadores"
            options={MACHINES}
            width="max-sm:col-span-2 sm:w-56"
          />
        </>
      }
    >
      <DownloadLink href={list.csvHref} text="Exportar CSV" isInToolbar />
    </ListToolbar>
  );
}

const STATUSES = optionsOf('Todos os status', KEY_STATUS_NAMES);
const MACHINES = optionsOf('Computadores: todos', MACHINE_FILTERS);
