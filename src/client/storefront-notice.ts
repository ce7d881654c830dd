/** What the visitor reads for a few seconds: one notice at a time, the newest. */
export type Notice = { title: string; text: string; durationMs: number };

export const NOTICE_DURATION_MS = 5000;

/** Shows a notice in the live region that the page brings along (`components/Notice.astro`). */
export function showNotice({ title, text, durationMs }: Notice): void {
  const region = document.getElementById('notice');
  if (!region) {
    console.error('A página não tem onde mostrar o aviso:', title);
    return;
  }
  clearTimeout(hiding);
  const heading = document.createElement('strong');
  heading.textContent = title;
  const sentence = document.createElement('span');
  sentence.textContent = text;
  region.replaceChildren(heading, sentence);
  hiding = setTimeout(() => region.replaceChildren(), durationMs);
}

let hiding: ReturnType<typeof setTimeout> | undefined;
