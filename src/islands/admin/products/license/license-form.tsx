import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { DraftProps } from '../page/use-draft.ts';
import { KeySourceFields } from './key-source-fields.tsx';

type Props = DraftProps & { name: string; requiresActivation: boolean };

export function LicenseForm({ draft, name, requiresActivation }: Props) {
  const { values, errorOf, change } = draft;
  const number = (field: 'quantitySteps' | 'lowKeysAt' | 'machineLimit' | 'offlineDays' | 'idleDays') => ({
    size: 'small' as const,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: values[field],
    error: errorOf(field),
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [field]: target.value }),
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      {!requiresActivation && (
        <Notice tone="neutral" title="Este produto não exige chave">
          Para vender com chave, ligue “Exige chave de ativação” em Dados.
        </Notice>
      )}
      <KeySourceFields draft={draft} name={name} />
      {values.keySource === 'pool' && (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">Quando as chaves acabam</legend>
          <TextField
            label="Avisar com poucas chaves"
            placeholder="O número da loja"
            hint="Um e-mail chega a você quando o estoque cai até este número."
            {...number('lowKeysAt')}
          />
          <Switch
            label="Pausar a venda quando acabarem"
            hint="A loja diz “Volta em breve” e avisa por e-mail quem pedir."
            isOn={values.pauseWithoutKeys}
            onChange={(pauseWithoutKeys) => change({ pauseWithoutKeys })}
          />
        </fieldset>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Computadores por chave"
          placeholder="Sem limite"
          hint="Vazio: a loja não conta. Vale para as vendas novas."
          {...number('machineLimit')}
        />
        <TextField
          label="Dias sem internet"
          hint="O plugin funciona por tantos dias sem falar com a loja."
          {...number('offlineDays')}
        />
        <TextField
          label="Dias parado"
          hint="Sem lugar, um computador parado há tantos dias cede o seu."
          {...number('idleDays')}
        />
      </div>
      <Switch
        label="Permitir várias licenças por compra"
        hint="O comprador escolhe de 1 a 10 no checkout. Cada uma tem a sua chave e os seus computadores."
        isOn={values.allowsQuantity}
        onChange={(allowsQuantity) => change({ allowsQuantity })}
      />
      {values.allowsQuantity && (
        <TextField
          label="Desconto por quantidade"
          placeholder="5: 10%, 10: 20%"
          hint="“5: 10%” faz cada licença custar 10% menos em pedidos de 5 ou mais. Vazio: o mesmo preço."
          {...number('quantitySteps')}
          inputMode="text"
        />
      )}
      <p className="border-line border-t pt-4 text-muted text-table">
        Para quem programa o plugin: o guia <span className="code">docs/licensing.md</span>, na pasta da loja.
      </p>
    </div>
  );
}
