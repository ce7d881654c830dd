import { useStore } from '@nanostores/react';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useId } from 'react';
import { $theme, chooseTheme, rememberTheme, type Theme } from '#src/client/page/theme.ts';

const OPTIONS: { theme: Theme; name: string; Icon: LucideIcon }[] = [
  { theme: 'light', name: 'Claro', Icon: Sun },
  { theme: 'dark', name: 'Escuro', Icon: Moon },
  { theme: 'system', name: 'Sistema', Icon: Monitor },
];

export function ThemeSwitch() {
  const chosen = useStore($theme, { ssr: 'initial' });
  const name = useId();
  useEffect(rememberTheme, []);
  return (
    <fieldset className="grid grid-cols-3 gap-0.5 rounded-field border border-line p-0.5">
      <legend className="sr-only">Tema</legend>
      {OPTIONS.map(({ theme, name: label, Icon }) => (
        <label key={theme} className={OPTION}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
            className="sr-only"
          />
          <Icon size={14} aria-hidden="true" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const OPTION =
  'relative flex min-h-11 cursor-pointer items-center justify-center gap-1.5 rounded-[.5rem] text-mini text-muted transition-colors duration-150 hover:text-foreground has-checked:bg-raised has-checked:font-semibold has-checked:text-foreground forced-colors:has-checked:border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus lg:min-h-8';
