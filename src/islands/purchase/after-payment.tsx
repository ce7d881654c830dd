import { type ReactNode, useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import type { Licenses, Purchase } from '#src/wire/purchases/purchases.ts';
import { Computers, type MachinesOfItem } from './license/computers.tsx';
import { OrderFacts } from './order-facts.tsx';
import { WithdrawalSection } from './withdrawal/withdrawal.tsx';

export type AfterPaymentProps = {
  purchase: Purchase;
  licenses: Licenses;
  /** It is given where the page has neither the withdrawal nor the facts of the order yet. */
  communityUrl?: string;
};

/** A payment loads it to draw what the server draws of a paid purchase. */
export default function AfterPayment({ purchase, licenses, communityUrl }: AfterPaymentProps): ReactNode {
  const [ofItems, setOfItems] = useState<MachinesOfItem[]>([]);
  const { items } = purchase;
  const itemIds = items.flatMap(({ id }) => (licenses[id]?.activationKey ? id : [])).join(' ');

  useEffect(() => {
    if (itemIds === '') return;
    const read = async (itemId: string) => ({
      itemId,
      keyMachines: await api.get<KeyMachines>(`/api/payments/machines/${itemId}`),
    });
    Promise.all(itemIds.split(' ').map(read)).then(setOfItems, (error: unknown) => {
      console.warn('Os computadores aparecem quando a página for aberta de novo:', error);
    });
  }, [itemIds]);

  const counted = ofItems.filter(({ keyMachines }) => keyMachines.limit !== null || keyMachines.used > 0);
  return (
    <>
      <Computers items={items} ofItems={counted} refused={null} renderedAt={new Date().toISOString()} />
      {communityUrl && (
        <>
          <WithdrawalSection purchase={purchase} onNews={async () => location.reload()} />
          <OrderFacts purchase={purchase} communityUrl={communityUrl} />
        </>
      )}
    </>
  );
}
