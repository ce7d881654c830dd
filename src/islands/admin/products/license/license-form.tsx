import { MoneyField } from '#src/islands/ui/fields/money-field.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { DraftProps } from '../page/use-draft.ts';
import { ForeignFields } from './foreign-fields.tsx';
import { KeySourceFields } from './key-source-fields.tsx';
import { UpgradeFields } from './upgrade-fields.tsx';

type Props = DraftProps & { name: string; requiresActivation: boolean; updatePolicy: string };

export function LicenseForm({ draft, name, requiresActivation, updatePolicy }: Props) {
  const { values, change } = draft;
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
            {...NUMBER}
            {...draft.text('lowKeysAt')}
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
          {...NUMBER}
          {...draft.text('machineLimit')}
        />
        <TextField
          label="Dias sem internet"
          hint="O plugin funciona por tantos dias sem falar com a loja."
          {...NUMBER}
          {...draft.text('offlineDays')}
        />
        <TextField
          label="Dias parado"
          hint="Sem lugar, um computador parado há tantos dias cede o seu."
          {...NUMBER}
          {...draft.text('idleDays')}
        />
      </div>
      <TextField
        label="Dias de teste"
        hint="De 1 a 60: a página oferece um teste com o e-mail, em um computador. 0: sem teste."
        {...NUMBER}
        {...draft.text('trialDays')}
      />
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
          inputMode="text"
          {...draft.text('quantitySteps')}
        />
      )}
      <UpgradeFields draft={draft} name={name} />
      {updatePolicy === 'months' && <RenewalField draft={draft} />}
      <ForeignFields draft={draft} />
      <p className="border-line border-t pt-4 text-muted text-table">
        Para quem programa o plugin: o guia <span className="code">docs/licensing.md</span>, na pasta da loja.
      </p>
    </div>
  );
}

function RenewalField({ draft }: DraftProps) {
  return (
    <MoneyField
      label="Preço da renovação"
      size="small"
      hint="Por mais tantos meses de atualizações quantos o produto inclui. Minhas compras oferece 30 dias antes do fim. Vazio: não oferece."
      value={draft.values.renewalPrice}
      error={draft.errorOf('renewalPrice')}
      onChange={(renewalPrice) => draft.change({ renewalPrice })}
    />
  );
}

const NUMBER = { inputMode: 'numeric' } as const;
