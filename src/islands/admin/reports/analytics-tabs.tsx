const TABS = [
  { name: 'Resumo', href: '/admin/analytics' },
  { name: 'Origem', href: '/admin/analytics/origins' },
] as const;

/** The screen has two pages; the period goes with whoever changes between them. */
export function AnalyticsTabs({ current, search }: { current: (typeof TABS)[number]['name']; search: string }) {
  return (
    <nav aria-label="Estatísticas" className="flex gap-1 overflow-x-auto border-b border-line">
      {TABS.map(({ name, href }) => (
        <a
          key={name}
          href={`${href}${search}`}
          aria-current={name === current ? 'page' : undefined}
          className="relative -mb-px inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-sm text-muted transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:border-foreground aria-[current]:font-semibold aria-[current]:text-foreground"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
