import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Switch } from '#src/islands/ui/fields/switch.tsx';

export type RequiredFactorProps = {
  isRequired: boolean;
  /** Who has none yet, by name. */
  missing: readonly string[];
};

/** The row of the team's card that asks everybody for a second factor. */
export function RequiredFactor({ isRequired, missing }: RequiredFactorProps) {
  const [isOn, setOn] = useState(isRequired);
  const { submit } = useChange<boolean, unknown>({
    run: (wanted) =>
      api.put('/api/admin/settings/team', {
        values: { requireSecondFactor: wanted ? 'on' : 'off' },
        before: { requireSecondFactor: wanted ? 'off' : 'on' },
      }),
    told: (_saved, wanted) => (wanted ? 'Segundo fator exigido da equipe' : 'Segundo fator opcional'),
    done: (_saved, wanted) => setOn(wanted),
    failed: 'Não foi possível mudar',
  });
  const names = new Intl.ListFormat('pt-BR').format(missing);
  return (
    <section aria-label="Segundo fator da equipe" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <Switch
        label="Exigir segundo fator da equipe"
        hint={missing.length > 0 ? `${names}: no próximo acesso` : 'Todos já têm o seu.'}
        isOn={isOn}
        onChange={submit}
      />
    </section>
  );
}
