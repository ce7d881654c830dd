import { Download } from 'lucide-react';
import { buttonLook } from './button.tsx';

/** Saves a file of the server. In a toolbar it is as high as the fields beside it. */
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
      className={`${buttonLook('secondary', 'small')} ${isInToolbar ? 'min-h-10 max-sm:grow' : ''}`}
    >
      <Download aria-hidden className="size-4 shrink-0" />
      {text}
    </a>
  );
}
