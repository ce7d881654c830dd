import type { OwnFactors as Factors } from '#src/wire/access/factors.ts';
import { OwnFactors } from './own-factors.tsx';

/** The back-office opens once a factor is there. */
export function MissingFactor({ rendered }: { rendered: Factors }) {
  return <OwnFactors rendered={rendered} onAdded={() => location.assign('/admin')} />;
}
