import type { RefCallback } from 'react';

/** Keeps the height of an element in a variable of the page, for the style of what other islands draw. */
export function shareHeight(name: `--${string}`): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  };
}
