import type { ReactNode } from 'react';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import type { HelpedScreen } from '#src/islands/admin/frame/screen-help.ts';

const TABS = [
  { name: 'Webhooks', href: '/admin/integracoes' },
  { name: 'Tokens', href: '/admin/integracoes/tokens' },
  { name: 'Receitas', href: '/admin/integracoes/receitas' },
  { name: 'Eventos', href: '/admin/integracoes/eventos' },
] as const;

type Props = { current: (typeof TABS)[number]['name']; help: HelpedScreen; actions?: ReactNode; children: ReactNode };

/** The head and the tabs of all pages of Integrações. */
export function IntegrationScreen({ current, help, actions, children }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Integrações"
        help={help}
        subtitle="Avise outros sistemas do que acontece na loja, e deixe que eles a leiam."
        actions={actions}
      />
      <nav aria-label="Integrações" className="flex gap-1 overflow-x-auto border-b border-line">
        {TABS.map(({ name, href }) => (
          <a
            key={name}
            href={href}
            aria-current={name === current ? 'page' : undefined}
            className="relative -mb-px inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-sm text-muted transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:border-foreground aria-[current]:font-semibold aria-[current]:text-foreground"
          >
            {name}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
