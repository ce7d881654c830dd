import { SCREEN_GROUPS, type Screen, screenAt } from './screens.ts';

/** `id` distinguishes the sidebar from the drawer. */
export function Navigation({ path, id }: { path: string; id: string }) {
  const current = screenAt(path);
  return (
    <nav aria-label="Áreas do painel" className="flex-1 overflow-y-auto px-3 pb-4">
      {SCREEN_GROUPS.map((group) => (
        <section key={group.name} aria-labelledby={`${id}-${group.name}`} className="mt-5 first:mt-1">
          <h2
            id={`${id}-${group.name}`}
            className="px-2 pb-1.5 font-mono text-[.6875rem] font-normal tracking-[.08em] text-muted uppercase"
          >
            {group.name}
          </h2>
          <ul className="grid gap-0.5">
            {group.screens.map((screen) => (
              <li key={screen.href}>
                <Entry screen={screen} isCurrent={screen === current} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Entry({ screen: { name, href, icon: Icon }, isCurrent }: { screen: Screen; isCurrent: boolean }) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent ? `${ENTRY} ${CURRENT}` : `${ENTRY} ${OTHER}`}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      {name}
    </a>
  );
}

const ENTRY =
  'relative flex min-h-11 items-center gap-3 rounded-field px-3 text-sm transition-colors duration-150 lg:min-h-9';
const CURRENT =
  'bg-raised font-semibold text-foreground before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-orange-500';
const OTHER = 'text-muted hover:bg-raised hover:text-foreground';
