import { Plus } from 'lucide-react';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { HOST_KEYS, SYSTEM_KEYS, SYSTEMS } from '#src/wire/products/hosts.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { HostRow } from './host-row.tsx';
import { PageLink, Part, PartError } from './part-form.tsx';
import type { DraftProps } from './use-draft.ts';

export function CompatibilityForm({ draft, product }: DraftProps & { product: ProductDetails }) {
  const { errorOf, change } = draft;
  const { hosts, systems } = draft.values;
  const free = HOST_KEYS.find((key) => !hosts.some(({ host }) => host === key));
  const put = (at: number, row: (typeof hosts)[number]) =>
    change({ hosts: hosts.map((each, place) => (place === at ? row : each)) });
  return (
    <div className="grid grid-cols-1 gap-8">
      <Part
        title="Editores"
        hint="Versões como o editor as numera: 25 ou 25.2. Aparecem na loja, na busca e na página."
      >
        {hosts.map((row, at) => (
          <HostRow
            key={row.host}
            row={row}
            taken={hosts.map(({ host }) => host)}
            errorOf={(name) => errorOf(`hosts[${at}].${name}`)}
            onChange={(changed) => put(at, changed)}
            onRemove={() => change({ hosts: hosts.toSpliced(at, 1) })}
          />
        ))}
        <PartError>{errorOf('hosts')}</PartError>
        {free && (
          <div>
            <Button
              size="small"
              icon={Plus}
              onClick={() =>
                change({ hosts: [...hosts, { host: free, minVersion: '', maxVersion: '', testedVersion: '' }] })
              }
            >
              Adicionar editor
            </Button>
          </div>
        )}
      </Part>
      <Part title="Sistemas" hint="Nenhum marcado: a página não diz nada sobre sistemas.">
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {SYSTEM_KEYS.map((system) => (
            <label key={system} className="inline-flex min-h-11 items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                checked={systems.includes(system)}
                onChange={({ target }) =>
                  change({
                    systems: SYSTEM_KEYS.filter((key) => (key === system ? target.checked : systems.includes(key))),
                  })
                }
                className="size-4 accent-petrol-600"
              />
              {SYSTEMS[system]}
            </label>
          ))}
        </div>
        <TextField
          label="Placa de vídeo"
          placeholder="Placa com 4 GB; usa Metal, CUDA ou OpenCL"
          hint="Uma linha, até 160 caracteres."
          {...draft.text('gpuNote')}
        />
      </Part>
      <PageLink product={product} />
    </div>
  );
}
