import { ABOVE_SAVE_BAR, PinnedSaveBar } from '#src/islands/admin/form/save-bar.tsx';
import { SETTING_GROUPS, type SettingGroup, type SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import { rowOf, type SectionSettings, type SettingKey } from '#src/wire/upkeep/settings-table.ts';
import { SettingField } from './setting-field.tsx';
import { ShopPreview } from './shop-preview.tsx';
import { type SectionForm as Form, useSectionForm } from './use-section-form.ts';

/** It asks for all that the rows of a section say, a card for each group. */
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
      className={`grid min-w-0 gap-4 ${ABOVE_SAVE_BAR}`}
    >
      {groups.map((group) => (
        <Group key={group} group={group} form={form} />
      ))}
      <PinnedSaveBar count={form.changed.length} wrong={form.wrong} isBusy={form.isBusy} onDiscard={form.discard} />
    </form>
  );
}

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
