/** Finds where what floats is put, so that a screen reader finds it in a landmark; undefined stands for the body. */
export function landmarkOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('main, [role=dialog], [role=alertdialog]') ?? undefined;
}
