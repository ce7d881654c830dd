import { Trash2 } from 'lucide-react';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { HOST_KEYS, HOSTS, type Host, isHost } from '#src/wire/products/hosts.ts';

export type TypedHost = { host: Host; minVersion: string; maxVersion: string; testedVersion: string };

type Props = {
  row: TypedHost;
  taken: readonly Host[];
  errorOf: (name: keyof TypedHost) => string | null;
  onChange: (row: TypedHost) => void;
  onRemove: () => void;
};

export function HostRow({ row, taken, errorOf, onChange, onRemove }: Props) {
  const { name } = HOSTS[row.host];
  const options = HOST_KEYS.filter((key) => key === row.host || !taken.includes(key));
  const version = (field: 'minVersion' | 'testedVersion' | 'maxVersion', label: string, placeholder: string) => (
    <TextField
      label={label}
      size="small"
      inputMode="decimal"
      placeholder={placeholder}
      value={row[field]}
      error={errorOf(field)}
      onChange={({ target }) => onChange({ ...row, [field]: target.value })}
    />
  );
  return (
    <div role="group" aria-label={name} className="rounded-field border border-line p-4">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Select
            label="Editor"
            value={row.host}
            onChange={(host) => {
              if (isHost(host)) onChange({ ...row, host });
            }}
            options={options.map((key) => ({ value: key, label: HOSTS[key].name }))}
            error={errorOf('host')}
          />
        </div>
        <IconAction label={`Remover ${name}`} icon={Trash2} tone="danger" onClick={onRemove} />
      </div>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {version('minVersion', 'A partir da versão', '25')}
        {version('testedVersion', 'Testado até', 'a mínima')}
        {version('maxVersion', 'Última que funciona', 'não há')}
      </div>
    </div>
  );
}
