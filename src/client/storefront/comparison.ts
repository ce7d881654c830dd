/** Moves the playhead of each before/after: by the range under it, by mouse and by finger. */
export function startComparisons(): void {
  addEventListener('input', ({ target }) => {
    const comparison = comparisonAt(target);
    if (comparison && target instanceof HTMLInputElement) move(comparison, Number(target.value));
  });
  addEventListener('pointerdown', (event) => {
    const { target, pointerId, pointerType, button } = event;
    const comparison = comparisonAt(target);
    if (!comparison || button !== 0) return;
    // A finger beside the playhead swipes the gallery; where it only taps, a click follows.
    if (pointerType === 'touch' && !isPlayhead(target)) return;
    event.preventDefault();
    comparison.setPointerCapture(pointerId);
    comparison.querySelector('input')?.focus({ preventScroll: true });
    moveTo(comparison, event.clientX);
  });
  addEventListener('pointermove', ({ target, pointerId, pointerType, clientX }) => {
    const held = comparisonAt(target);
    if (held?.hasPointerCapture(pointerId)) moveTo(held, clientX);
    const inCard = pointerType === 'mouse' ? comparisonOfCard(target) : null;
    if (inCard) moveTo(inCard, clientX);
  });
  addEventListener('click', ({ target, clientX, detail }) => {
    const comparison = comparisonAt(target);
    if (comparison && detail > 0) moveTo(comparison, clientX);
  });
  addEventListener('focusin', ({ target }) => void comparisonOfCard(target));
}

/** A card asks for its two pictures when somebody first points at it. */
function comparisonOfCard(target: EventTarget | null): HTMLElement | null {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-after]') : null;
  if (!card) return null;
  const { before = '', after = '' } = card.dataset;
  return card.querySelector<HTMLElement>('[data-comparison]') ?? compare(card, before, after);
}

/** Draws what `Comparison.astro` does, without the range: in a card it is an ornament. */
function compare(card: HTMLElement, before: string, after: string): HTMLElement {
  const comparison = document.createElement('div');
  comparison.className = 'comparison';
  comparison.dataset['comparison'] = '';
  for (const [address, name] of [
    [after, ''],
    [before, 'comparison-before'],
  ] as const) {
    const picture = new Image();
    Object.assign(picture, { src: address, className: name, alt: '' });
    comparison.append(picture);
  }
  for (const [name, text] of [
    ['comparison-label', 'Antes'],
    ['comparison-label comparison-after', 'Depois'],
    ['comparison-playhead', ''],
  ] as const) {
    const part = document.createElement('span');
    Object.assign(part, { className: name, textContent: text, ariaHidden: 'true' });
    comparison.append(part);
  }
  card.querySelector('.card-picture')?.after(comparison);
  return comparison;
}

/** A button that lies on it takes the click for itself. */
function comparisonAt(target: EventTarget | null): HTMLElement | null {
  const place = target instanceof Element ? target.closest<HTMLElement>('button, [data-comparison]') : null;
  return place?.matches('[data-comparison]') ? place : null;
}

function isPlayhead(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('.comparison-playhead');
}

function moveTo(comparison: HTMLElement, clientX: number): void {
  const { left, width } = comparison.getBoundingClientRect();
  const percent = Math.min(100, Math.max(0, ((clientX - left) / width) * 100));
  move(comparison, percent);
  const range = comparison.querySelector('input');
  if (range) range.value = String(percent);
}

function move(comparison: HTMLElement, percent: number): void {
  comparison.style.setProperty('--split', `${percent}%`);
  comparison.querySelector('input')?.setAttribute('aria-valuetext', `Antes em ${Math.round(percent)}% da imagem`);
}
