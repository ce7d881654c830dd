import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { KEY_SOURCES, keyPrefixOf } from '#src/wire/products/license-fields.ts';
import type { DraftProps } from '../page/use-draft.ts';

/** The product's name gives a prefix where none was typed. */
export function KeySourceFields({ draft, name }: DraftProps & { name: string }) {
  const { values, errorOf, change } = draft;
  const isMade = values.keySource === 'made';
  const proposed = keyPrefixOf(name);
  const prefix = values.keyPrefix.trim().toUpperCase() || proposed;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Origem das chaves"
        value={values.keySource}
        onChange={(keySource) => change({ keySource })}
        options={SOURCES}
        hint={isMade ? 'Nunca acabam. O estoque que existir é usado antes.' : 'Cada venda entrega uma do seu estoque.'}
        error={errorOf('keySource')}
      />
      {isMade && (
        <TextField
          label="Prefixo das chaves"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={6}
          placeholder={proposed}
          hint={
            <span>
              As chaves ficam como <span className="whitespace-nowrap">{prefix}-7K3QX-9MZ4T-R8P2W-6HDNC.</span>
            </span>
          }
          {...draft.text('keyPrefix')}
        />
      )}
    </div>
  );
}

const SOURCES = (['made', 'pool'] as const).map((value) => ({ value, label: KEY_SOURCES[value] }));
