import type { ComponentProps } from 'react';
import { HealthCard } from './health-card.tsx';
import { Payments } from './payments.tsx';

/** One island, because a second one would split what the checkout shares with them into more files. */
export function Settings(props: ComponentProps<typeof Payments>) {
  return (
    <>
      <Payments {...props} />
      <HealthCard />
    </>
  );
}
