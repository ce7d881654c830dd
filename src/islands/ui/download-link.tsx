import { Download } from 'lucide-react';
import { buttonClass } from './button.tsx';

export function DownloadLink({
  href,
  text,
  isInToolbar = false,
}: {
  href: string;
  text: string;
  isInToolbar?: boolean;
}) {
  return (
    <a
      href={href}
      download
      className={`${buttonClass('secondary', 'small')} ${isInToolbar ? 'max-sm:grow sm:min-h-10' : ''}`}
    >
      <Download aria-hidden className="size-4 shrink-0" />
      {text}
    </a>
  );
}
