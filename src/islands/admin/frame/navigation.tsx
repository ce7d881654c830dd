import type { Role } from '#src/wire/access/roles.ts';
import type { Attention, ScreenCount } from '#src/wire/upkeep/attention.ts';
import { type Screen, screenAt, screensOf } from './screens.ts';
import { useAttention } from './use-attention.ts';

/** `id` distinguishes the sidebar from the drawer. */
type Props = { path: string; id: string; role: Role | null; attention: Attention | null };

export function Navigation({ path, id, role, attention }: Props) {
  const current = screenAt(path);
  const screens = useAttention(attention)?.screens ?? {};
  return (
    <nav aria-label="Áreas do painel" className="flex-1 overflow-y-auto px-3 pb-4">
      {screensOf(role).map((group) => (
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
                <Entry
                  screen={screen}
                  isCurrent={screen === current}
                  waiting={screens[screen.href]}
                  id={`${id}-${screen.href}`}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type EntryProps = { screen: Screen; isCurrent: boolean; waiting: ScreenCount | undefined; id: string };

function Entry({ screen: { name, href, icon: Icon }, isCurrent, waiting, id }: EntryProps) {
  return (
    <>
      <a
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={waiting ? id : undefined}
        className={isCurrent ? `${ENTRY} ${CURRENT}` : `${ENTRY} ${OTHER}`}
      >
        <Icon size={16} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {waiting && (
          <span aria-hidden="true" className={`${COUNT} ${COUNT_TONES[waiting.tone]}`}>
            {waiting.count > MOST_SHOWN ? `${MOST_SHOWN}+` : waiting.count}
          </span>
        )}
      </a>
      {waiting && (
        <span id={id} hidden>
          {waiting.count === 1 ? '1 coisa precisa de você' : `${waiting.count} coisas precisam de você`}
        </span>
      )}
    </>
  );
}

const MOST_SHOWN = 99;
const COUNT =
  'min-w-5.5 shrink-0 rounded-full border px-1.5 text-center text-mini leading-4.5 font-normal tabular-nums';
export const COUNT_TONES = {
  danger: 'border-danger/45 bg-danger/10 text-danger',
  warning: 'border-warning/45 bg-warning/12 text-warning',
} satisfies Record<ScreenCount['tone'], string>;
const ENTRY =
  'relative flex min-h-11 items-center gap-3 rounded-field px-3 text-sm transition-colors duration-150 lg:min-h-9';
const CURRENT =
  'bg-raised font-semibold text-foreground before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-orange-500';
const OTHER = 'text-muted hover:bg-raised hover:text-foreground';
