import type { RefCallback } from 'react';

/** Keeps a toast above the feet of windows and the bars at the foot of the screen, which are marked with `data-foot`. */
export const stayAboveFeet: RefCallback<HTMLElement> = (element) => {
  if (!element) return;
  const lift = () => {
    if (element.firstElementChild) element.style.bottom = `${liftOf(element)}px`;
  };
  // Windows come and go below the body, bars in the content.
  const observer = new MutationObserver(lift);
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('resize', lift);
  addEventListener('scroll', lift, { passive: true });
  lift();
  return () => {
    observer.disconnect();
    removeEventListener('resize', lift);
    removeEventListener('scroll', lift);
  };
};

/** Moves upward past each foot that the toast would touch, the lowest first. */
function liftOf(element: HTMLElement): number {
  const toast = element.getBoundingClientRect();
  const feet = [...document.querySelectorAll('[data-foot]')]
    .filter((foot) => foot.checkVisibility())
    .map((foot) => foot.getBoundingClientRect())
    .filter(({ left, right }) => left < toast.right && right > toast.left)
    .sort((one, other) => other.bottom - one.bottom);
  let lift = 0;
  for (const { top, bottom } of feet) {
    const isBelowScreen = top >= innerHeight;
    if (!isBelowScreen && bottom > innerHeight - lift - toast.height) lift = Math.max(lift, innerHeight - top);
  }
  return lift;
}
