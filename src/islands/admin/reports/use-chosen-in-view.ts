import { type RefObject, useEffect, useRef } from 'react';

/** The chips of a phone are a row that scrolls: it starts where the chosen one is. */
export function useChosenInView(): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector('.chip:has(:checked)')?.getBoundingClientRect();
    if (!row.current || !chosen) return;
    const { left, width } = row.current.getBoundingClientRect();
    row.current.scrollLeft += chosen.left + chosen.width / 2 - (left + width / 2);
  }, []);
  return row;
}
