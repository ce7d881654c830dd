import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { useTabInUrl } from '#src/islands/admin/list/use-tab-in-url.ts';
import { forRole, useCan } from '#src/islands/admin/role.tsx';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { Tabs } from '#src/islands/ui/tabs.tsx';
import type { Affiliate, Commission, CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { AffiliateList } from './affiliate-list.tsx';
import { tabIn } from './affiliate-tab.ts';
import { CommissionList } from './commissions/commission-list.tsx';

type Props = {
  /** They are null for the hidden tab or after an error; the island then loads them. */
  renderedAffiliates: Page<Affiliate> | null;
  renderedCommissions: Page<Commission> | null;
  renderedSummary: CommissionSummary | null;
  renderedSearch: string;
};

export const Affiliates = forRole(AffiliatesScreen);

function AffiliatesScreen({ renderedAffiliates, renderedCommissions, renderedSummary, renderedSearch }: Props) {
  const { tab, search, open } = useTabInUrl(renderedSearch, tabIn);
  const isAsRendered = search === renderedSearch;
  const can = useCan();
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Afiliados"
        help={tab === 'sales' ? 'affiliates:sales' : 'affiliates'}
        subtitle="Quem divulga a loja com link e cupom próprios e ganha por venda."
        actions={
          <>
            {can('writePartners') && (
              <a href="/admin/affiliates/program" className={buttonClass('secondary', 'small')}>
                Programa
              </a>
            )}
            <a href="/admin/affiliates/payouts" className={buttonClass('secondary', 'small')}>
              Fechar pagamentos
            </a>
          </>
        }
      />
      <Tabs
        label="Afiliados e vendas"
        value={tab}
        onChange={(wanted) => open(wanted === 'sales' ? { tab: wanted } : {})}
        tabs={TABS}
      >
        {tab === 'sales' ? (
          <CommissionList
            key={search}
            rendered={isAsRendered ? renderedCommissions : null}
            renderedSummary={isAsRendered ? renderedSummary : null}
            renderedSearch={search}
          />
        ) : (
          <AffiliateList
            rendered={isAsRendered ? renderedAffiliates : null}
            renderedSearch={search}
            onSales={(affiliate) => open({ tab: 'sales', affiliate: affiliate.id })}
          />
        )}
      </Tabs>
    </div>
  );
}

const TABS = [
  { value: 'list', label: 'Afiliados' },
  { value: 'sales', label: 'Vendas' },
];
