import { countText } from '#src/islands/admin/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import {
  rowOf,
  SETTING_GROUPS,
  type SectionSettings,
  type SettingGroup,
  type SettingKey,
  type SettingSection,
} from '#src/wire/settings.ts';
import { SettingField } from './setting-field.tsx';
import { ShopPreview } from './shop-preview.tsx';
import { type SectionForm as Form, useSectionForm } from './use-section-form.ts';

/** All that the rows of a section ask for, a card for each group. */
export function SectionForm({ section, rendered }: { section: SettingSection; rendered: SectionSettings }) {
  const form = useSectionForm(section, rendered);
  const groups = [...new Set(form.keys.map((key) => rowOf(key).group))];
  return (
    <form
      ref={form.form}
      noValidate
      aria-label="Configurações"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
      className={FORM}
    >
      {groups.map((group) => (
        <Group key={group} group={group} form={form} />
      ))}
      {form.changed.length > 0 && <SaveBar form={form} />}
    </form>
  );
}

/** What has the focus must not lie under the bar. */
const FORM = 'grid min-w-0 gap-4 [&_input]:scroll-mb-28 [&_textarea]:scroll-mb-28 [&_button]:scroll-mb-28';

function Group({ group, form }: { group: SettingGroup; form: Form }) {
  const { title, text } = SETTING_GROUPS[group];
  const keys = form.keys.filter((key) => rowOf(key).group === group);
  return (
    <section aria-labelledby={`group-${group}`} className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <h2 id={`group-${group}`} className="text-base">
        {title}
      </h2>
      <p className="mt-1 text-sm text-muted">{text}</p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        {keys.map((key) => (
          <div key={key} className={isNarrow(key) ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
            <SettingField name={key} form={form} />
          </div>
        ))}
        {group === 'identity' && (
          <div className="min-w-0 sm:col-span-2">
            <ShopPreview form={form} />
          </div>
        )}
      </div>
    </section>
  );
}

function isNarrow(key: SettingKey): boolean {
  return ['email', 'phone', 'number'].includes(rowOf(key).input) || SHORT.includes(key);
}

const SHORT: SettingKey[] = [
  'sellerName',
  'sellerDocument',
  'partnerOne',
  'partnerTwo',
  'defaultKeySource',
  'defaultKeyPrefix',
];

function SaveBar({ form }: { form: Form }) {
  return (
    <div
      data-foot
      className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 shadow-float"
    >
      <p role="status" className="text-sm">
        <strong className="font-semibold">{countText(form.changed.length, 'alteração', 'alterações')}</strong>
        {form.wrong > 0 && `, ${form.wrong} para corrigir`}
      </p>
      <div className="ml-auto flex items-center gap-2">
        <Button variant="quiet" size="small" disabled={form.isBusy} onClick={form.discard}>
          Descartar
        </Button>
        <Button type="submit" variant="primary" size="small" isBusy={form.isBusy} busyLabel="Salvando...">
          Salvar alterações
        </Button>
      </div>
    </div>
  );
}
