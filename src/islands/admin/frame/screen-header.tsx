import type { ReactNode } from 'react';
import { HelpLink } from './help-link.tsx';
import type { HelpedScreen } from './screen-help.ts';

type Props = { title: string; help: HelpedScreen; subtitle?: ReactNode; actions?: ReactNode };

export function ScreenHeader({ title, help, subtitle, actions }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 lg:mb-1">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex items-start gap-1">
          <h1 className="min-w-0 py-0.5 text-title-3 leading-8">{title}</h1>
          <HelpLink screen={help} />
        </div>
        {subtitle && <p className="text-sm text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
