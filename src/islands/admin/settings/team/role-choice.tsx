import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { ROLE_NAMES, ROLES, type Role, toldOf } from '#src/wire/access/roles.ts';
import { manualAddress } from '#src/wire/manual/manual-address.ts';

type Props = { role: Role; error?: string | null; onChange: (role: Role) => void };

/** The roles as cards, and what the chosen one may and may not do. */
export function RoleChoice({ role, error = null, onChange }: Props) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-4">
      <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
        <legend className="text-sm font-medium">Papel</legend>
        <div className="mt-2 grid grid-cols-1 gap-2">
          {ROLE_NAMES.map((name) => (
            <label
              key={name}
              className="flex cursor-pointer items-start gap-3 rounded-field border border-line p-3 outline-2 outline-transparent -outline-offset-1 transition-colors hover:border-outline has-checked:border-foreground has-checked:outline-foreground has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={id}
                value={name}
                checked={name === role}
                onChange={() => onChange(name)}
                className="mt-0.5 size-4.5 shrink-0 accent-link outline-none"
              />
              <span className="min-w-0">
                <span className="block text-sm font-semibold">{ROLES[name].name}</span>
                <span className="block text-table text-muted">{ROLES[name].text}</span>
              </span>
            </label>
          ))}
        </div>
        {error && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-sm text-danger">
            {error}
          </p>
        )}
      </fieldset>
      <Told role={role} />
    </div>
  );
}

function Told({ role }: { role: Role }) {
  const { may, mayNot } = toldOf(role);
  const { name } = ROLES[role];
  return (
    <div aria-live="polite" className="grid gap-x-4 gap-y-3 rounded-field bg-raised p-3 text-table sm:grid-cols-2">
      <div>
        <h3 className="text-table font-semibold">{name} pode</h3>
        <ul className="mt-1 grid gap-1">
          {may.map((text) => (
            <li key={text} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="text-table font-semibold">Não pode</h3>
        {mayNot.length === 0 && <p className="mt-1 text-muted">Este papel pode tudo.</p>}
        <ul className="mt-1 grid gap-1 text-muted">
          {mayNot.map((text) => (
            <li key={text} className="flex gap-2">
              <X aria-hidden className="mt-0.5 size-4 shrink-0" />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <p className="sm:col-span-2">
        <a href={manualAddress('papeis')} target="_blank" rel="noopener" className="link">
          Ver tabela dos papéis
          <span className="sr-only"> (abre em outra aba)</span>
        </a>
      </p>
    </div>
  );
}
