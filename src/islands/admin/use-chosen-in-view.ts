import { type RefObject, useEffect, useRef } from 'react';

/** The chips and tabs of a phone are a row that scrolls: it starts where the chosen one is. */
export function useChosenInView<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector('.chip:has(:checked), [aria-current]')?.getBoundingClientRect();
    if (!row.current || !chosen) return;
    const { left, width } = row.current.getBoundingClientRect();
    row.current.scrollLeft += chosen.left + chosen.width / 2 - (left + width / 2);
  }, []);
  return row;
}
