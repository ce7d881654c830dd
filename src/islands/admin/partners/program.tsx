import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { PRODUCT_RATE_RULE } from '#src/wire/affiliates/attribution.ts';
import type { PartnerApplication, PartnerMaterial, PartnerTerms } from '#src/wire/partners/partners.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { Applications } from './applications.tsx';
import { Materials } from './materials.tsx';
import { TermsForm } from './terms-form.tsx';

type Props = {
  /** They are null after an error; the island then loads them. */
  applications: PartnerApplication[] | null;
  materials: PartnerMaterial[] | null;
  terms: PartnerTerms | null;
  /** The sentence of the attribution, with the days of the setting. */
  rule: string;
  areSignUpsOn: boolean;
};

export function Program({ applications, materials, terms, rule, areSignUpsOn }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Programa de parceiros"
        help="affiliates/program"
        subtitle={`${rule} ${PRODUCT_RATE_RULE}`}
        actions={
          <a href={settingsAddress('affiliates')} className={buttonClass('secondary', 'small')}>
            Regras e pagamentos
          </a>
        }
      />
      <Applications rendered={applications} areOn={areSignUpsOn} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Materials rendered={materials} />
        <TermsForm rendered={terms} />
      </div>
    </div>
  );
}
