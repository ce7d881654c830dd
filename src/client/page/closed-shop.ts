import { CLOSED_PAGE } from '#src/wire/upkeep/closed-shop.ts';

async function goOnWhenOpen(): Promise<void> {
  const isOpen = await fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isOpen) return look();
  // A form that met the closed shop is not sent again.
  const { pathname, search } = location;
  location.replace(pathname === CLOSED_PAGE ? '/' : pathname + search);
}

function look(): void {
  setTimeout(() => void goOnWhenOpen(), PAUSE_MS);
}

const PAUSE_MS = 2_000;

look();
