export type StorefrontNotice = { title: string; text: string; durationMs: number };

export const NOTICE_DURATION_MS = 5000;

export function showNotice({ title, text, durationMs }: StorefrontNotice): void {
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
