export function openDownloadSlots({ ofBuyer = 6, ofAll = 300 } = {}) {
  const takenByBuyer = new Map<string, number>();
  let taken = 0;
  return {
    acquire(buyer: string): (() => void) | null {
      const own = takenByBuyer.get(buyer) ?? 0;
      if (own >= ofBuyer || taken >= ofAll) return null;
      taken += 1;
      takenByBuyer.set(buyer, own + 1);
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        taken -= 1;
        const rest = (takenByBuyer.get(buyer) ?? 1) - 1;
        if (rest > 0) takenByBuyer.set(buyer, rest);
        else takenByBuyer.delete(buyer);
      };
    },
  };
}
