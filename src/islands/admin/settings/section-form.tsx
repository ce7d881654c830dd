import { ABOVE_SAVE_BAR, PinnedSaveBar } from '#src/islands/admin/form/save-bar.tsx';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { ShopSign } from '#src/islands/ui/shop-sign.tsx';
import { SETTING_GROUPS, type SettingGroup, type SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import { rowOf, type SectionSettings, type SettingKey } from '#src/wire/upkeep/settings-table.ts';
import { SettingField } from './setting-field.tsx';
import { type SectionForm as SettingsForm, useSectionForm } from './use-section-form.ts';

/** It asks for all that the rows of a section say, a card for each group. */
export function SectionForm({ section, rendered }: { section: SettingSection; rendered: SectionSettings }) {
  const form = useSectionForm(section, rendered);
  const groups = [...new Set(form.keys.map((key) => rowOf(key).group))];
  return (
    <Form
      ref={form.form}
      aria-label="Configurações"
      onSubmit={form.save}
      className={`grid min-w-0 gap-4 ${ABOVE_SAVE_BAR}`}
    >
      {groups.map((group) => (
        <Group key={group} group={group} form={form} />
      ))}
      <PinnedSaveBar count={form.changed.length} wrong={form.wrong} isBusy={form.isBusy} onDiscard={form.discard} />
    </Form>
  );
}

function Group({ group, form }: { group: SettingGroup; form: SettingsForm }) {
  const { title, text } = SETTING_GROUPS[group];
  const keys = form.keys.filter((key) => rowOf(key).group === group);
  return (
    <TitledSection id={`group-${group}`} title={title}>
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
    </TitledSection>
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
  'invoiceSimples',
  'invoiceRegime',
  'invoiceIss',
  'invoiceRetention',
];

/** It shows the shop with what is typed, before it is saved. */
function ShopPreview({ form }: { form: SettingsForm }) {
  return (
    <div>
      <p className="text-sm font-medium">Como fica</p>
      <div aria-hidden className="mt-2 grid gap-3 sm:grid-cols-2">
        {['light', 'dark'].map((theme) => (
          <div
            key={theme}
            data-accent={String(form.valueOf('accent'))}
            className={`${theme} min-w-0 rounded-card border border-line bg-background p-4 text-foreground`}
          >
            <p className="flex items-center gap-2">
              <ShopSign logo={String(form.valueOf('logo'))} size={20} />
              <span className="condensed truncate text-sm font-bold">{String(form.valueOf('storeName'))}</span>
            </p>
            <p className="condensed mt-3 text-title-3 font-semibold">Grade Cinema</p>
            <p className="mt-2 flex flex-wrap items-center gap-3">
              <span className="button-1 min-h-9 px-3.5 text-sm">Comprar agora</span>
              <span className="price">R$ 189,90</span>
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
