import { useStore } from '@nanostores/react';
import { ArrowUpRight, LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { $askedIdentity, askBeforeDownloads } from '#src/client/admin/identity.ts';
import { isLogoutUnfinished, onUnfinishedLogout, UNFINISHED_LOGOUT } from '#src/client/logout.ts';
import { $session, logOut, openSession, recheckOnQueryErrors } from '#src/client/session.ts';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { StrandedLogout } from '#src/islands/login/stranded-logout.tsx';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import { ThemeSwitch } from '#src/islands/ui/theme-switch.tsx';
import type { User } from '#src/wire/access/auth.ts';
import { OWN_ACCOUNT_ADDRESS } from '#src/wire/access/factors.ts';
import { ROLES } from '#src/wire/access/roles.ts';

const IdentityDialog = lazyDialog(async () => (await import('../form/identity-dialog.tsx')).IdentityDialog);

export function Account({ user: rendered }: { user: User }) {
  const session = useStore($session, { ssr: 'initial' });
  const user = session.state === 'authenticated' ? session.user : rendered;
  return (
    <div className="grid shrink-0 grid-cols-1 gap-3 border-t border-line p-3">
      <a href="/" className={`${ROW} text-muted hover:bg-raised hover:text-foreground`}>
        Visitar Loja <ArrowUpRight size={16} aria-hidden="true" />
      </a>
      <div className="noscript:hidden">
        <ThemeSwitch />
      </div>
      <div className="flex items-center gap-2 pl-3">
        <a
          href={OWN_ACCOUNT_ADDRESS}
          className="min-w-0 flex-1 rounded-field py-1 text-sm leading-tight hover:underline"
        >
          <span className="sr-only">Minha conta: </span>
          <span className="block truncate font-semibold">{user.name}</span>
          <span className="block truncate text-mini text-muted">{user.role ? ROLES[user.role].name : user.email}</span>
        </a>
        <LogoutButton />
      </div>
    </div>
  );
}

/** The first island of each page: opens the session and marks the page as hydrated. */
export default function AccountIsland({ user }: { user: User }) {
  const [isStranded, setStranded] = useState(false);
  const asked = useStore($askedIdentity);
  useEffect(() => {
    let isLeaving = false;
    const finishLogout = () => {
      isLeaving = true;
      void leadToLogin(UNFINISHED_LOGOUT, () => setStranded(true));
    };
    // A logout counts even if the server has not heard of it.
    if (isLogoutUnfinished()) return finishLogout();
    document.documentElement.dataset.alive = '';
    void openSession(user);
    const reopen = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isLeaving = false;
      if (isLogoutUnfinished()) finishLogout();
      else void openSession();
    };
    addEventListener('pageshow', reopen);
    const stopDownloads = askBeforeDownloads();
    const stopReadings = recheckOnQueryErrors();
    const stopOthers = onUnfinishedLogout(finishLogout);
    const stop = $session.listen((session) => {
      // What a role may open has changed.
      if (session.state === 'authenticated' && session.user.role !== user.role) location.reload();
      // A read that comes back after the logout is anonymous too, and would lead to the plain login.
      if (session.state !== 'anonymous' || isLeaving) return;
      if (session.isOpenOnServer) finishLogout();
      else location.assign('/login');
    });
    return () => {
      removeEventListener('pageshow', reopen);
      stopDownloads();
      stopReadings();
      stopOthers();
      stop();
    };
  }, [user]);
  return (
    <>
      <Account user={user} />
      {isStranded && <StrandedLogout />}
      {asked && (
        <IdentityDialog kinds={asked.kinds} onProved={() => asked.settle(true)} onClose={() => asked.settle(false)} />
      )}
    </>
  );
}

/** The login page cannot load offline, so its message is shown here. */
async function leadToLogin(address: string, stay: () => void): Promise<void> {
  try {
    await fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REACH_MS) });
    location.replace(address);
  } catch {
    stay();
  }
}

const REACH_MS = 5_000;

function LogoutButton() {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void logOut();
  };
  return (
    <button
      type="button"
      onClick={leave}
      disabled={isLeaving}
      className={`${ROW} noscript:hidden shrink-0 border border-line hover:bg-raised`}
    >
      {isLeaving ? <Spinner /> : <LogOut size={16} aria-hidden="true" />}
      Sair
    </button>
  );
}

const ROW =
  'inline-flex min-h-11 items-center gap-2 rounded-field px-3 text-sm transition-colors duration-150 lg:min-h-9';
