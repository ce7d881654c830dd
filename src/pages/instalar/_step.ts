import type { AstroGlobal } from 'astro';
import { isBeingInstalled, listStepStates } from '#src/domain/installation/installation.ts';
import { installationVisit } from '#src/http/sessions/installation-visit.ts';
import type { User } from '#src/wire/access/auth.ts';
import { INSTALLATION_PATH, type InstallationStep, type StepState } from '#src/wire/installation/steps.ts';

/** `owner` is null until the account is made. */
type Entered = { states: StepState[]; owner: User | null };

/** Returns a response where the visitor has to be elsewhere. */
export async function enterStep(astro: AstroGlobal, step: InstallationStep): Promise<Response | Entered> {
  const { shop, user, clientNetwork } = astro.locals;
  if (!(await isBeingInstalled(shop))) return user?.isAdmin ? astro.redirect('/admin', 303) : astro.rewrite('/404');
  const visit = await installationVisit(shop, astro.cookies, user, clientNetwork);
  const isHere = visit === 'owner' || (visit === 'holder' && step === 'account');
  if (!isHere) return astro.redirect(INSTALLATION_PATH, 303);
  return { states: await listStepStates(shop), owner: visit === 'owner' ? user : null };
}
