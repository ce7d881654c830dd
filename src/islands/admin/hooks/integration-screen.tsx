import type { ReactNode } from 'react';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import type { HelpedScreen } from '#src/islands/admin/frame/screen-help.ts';
import { useCan } from '#src/islands/admin/role.tsx';
import { useChosenInView } from '#src/islands/admin/use-chosen-in-view.ts';
import { PAGE_ALLOWS } from '#src/wire/access/page-access.ts';
import type { IntegrationCounts } from '#src/wire/hooks/hooks.ts';

const TABS = [
  { name: 'Webhooks', href: '/admin/integracoes', counted: 'hooks' },
  { name: 'Tokens', href: '/admin/integracoes/tokens', counted: 'tokens' },
  { name: 'Receitas', href: '/admin/integracoes/receitas', counted: null },
  { name: 'Eventos', href: '/admin/integracoes/eventos', counted: null },
] as const;

type Props = {
  current: (typeof TABS)[number]['name'];
  counts: IntegrationCounts;
  help: HelpedScreen;
  actions?: ReactNode;
  children: ReactNode;
};

/** The head and the tabs of all pages of Integrações. */
export function IntegrationScreen({ current, counts, help, actions, children }: Props) {
  const can = useCan();
  const row = useChosenInView<HTMLElement>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Integrações"
        help={help}
        subtitle="Avise outros sistemas do que acontece na loja, e deixe que eles a leiam."
        actions={actions}
      />
      <nav ref={row} aria-label="Integrações" className="flex gap-1 overflow-x-auto border-b border-line">
        {TABS.filter(({ href }) => can(PAGE_ALLOWS[href])).map(({ name, href, counted }) => (
          <a
            key={name}
            href={href}
            aria-current={name === current ? 'page' : undefined}
            className="relative -mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm text-muted transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:border-foreground aria-[current]:font-semibold aria-[current]:text-foreground"
          >
            {name}
            {counted && counts[counted] > 0 && <Count of={counts[counted]} />}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}

function Count({ of }: { of: number }) {
  return (
    <span className="min-w-6 rounded-full border border-line px-1.5 text-center text-mini leading-5 font-normal text-muted tabular-nums">
      {of}
    </span>
  );
}
