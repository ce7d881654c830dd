import { markCards } from './card-fit.ts';

/** Plain links do all of this already; a script does it better. */
export function startProductPage(): void {
  const gallery = document.querySelector<HTMLElement>('[data-gallery]');
  if (gallery) followClips(gallery);
  const [bar, place] = [
    document.querySelector<HTMLElement>('[data-buy-bar]'),
    document.querySelector('[data-buy-place]'),
  ];
  if (bar && place) showAfter(place, bar);
  const form = document.querySelector<HTMLFormElement>('#comprar');
  if (form) showTotals(form);
  keepCoupon(form);
  markCards();
}

/** Moves the marker with the picture, and the picture without moving the page. */
function followClips(gallery: HTMLElement): void {
  const track = gallery.querySelector<HTMLElement>('[data-track]');
  const clips = [...gallery.querySelectorAll<HTMLAnchorElement>('a[href^="#midia-"]')];
  if (!track || clips.length === 0) return;
  track.tabIndex = 0;
  for (const clip of clips) {
    clip.addEventListener('click', (event) => {
      const slide = document.getElementById(clip.hash.slice(1));
      if (!slide) return;
      event.preventDefault();
      track.scrollTo({ left: slide.offsetLeft - track.offsetLeft, behavior: 'smooth' });
    });
  }
  const seen = new IntersectionObserver(
    (entries) => {
      const shown = entries.find(({ isIntersecting }) => isIntersecting);
      if (shown) mark(clips, shown.target.id);
    },
    { root: track, threshold: 0.6 },
  );
  for (const slide of track.children) seen.observe(slide);
}

function mark(clips: readonly HTMLAnchorElement[], id: string): void {
  for (const clip of clips) {
    if (clip.hash === `#${id}`) clip.setAttribute('aria-current', 'true');
    else clip.removeAttribute('aria-current');
  }
}

/**
 * The bar shows once the place lies above the screen: at the top of the page the other button is still to come. The
 * watched area has no lower edge, so a jump from below the screen to above it is a crossing too.
 */
function showAfter(place: Element, bar: HTMLElement): void {
  const watched = { rootMargin: '0px 0px 10000000px' };
  new IntersectionObserver((entries) => {
    bar.toggleAttribute('data-shown', entries.at(-1)?.isIntersecting === false);
  }, watched).observe(place);
}

/** The page is the same for everybody, so the coupon of a partner's link goes on by the visitor's browser. */
function keepCoupon(form: HTMLFormElement | null): void {
  const coupon = new URLSearchParams(location.search).get('cupom');
  if (!coupon) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/checkout/"]')) {
    link.search = new URLSearchParams({ cupom: coupon }).toString();
  }
  form?.addEventListener('formdata', ({ formData }) => formData.set('cupom', coupon));
}

/** The server priced each number. One license is the checkout's own address, which everybody shares. */
function showTotals(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('[name="licencas"]');
  const team = form.querySelector<HTMLElement>('[data-team]');
  if (!field || !team) return;
  const steps = [...form.querySelectorAll<HTMLButtonElement>('[data-step]')];
  const show = () => {
    if (!field.validity.valid) return;
    const quantity = field.valueAsNumber;
    for (const total of document.querySelectorAll<HTMLElement>('[data-total]')) {
      total.hidden = Number(total.dataset['total']) !== quantity;
    }
    team.hidden = quantity < Number(team.dataset['team']);
    for (const button of steps) {
      const next = quantity + Number(button.dataset['step']);
      button.ariaDisabled = String(next < Number(field.min) || next > Number(field.max));
    }
  };
  for (const button of steps) {
    button.addEventListener('click', () => {
      field.stepUp(Number(button.dataset['step']));
      show();
    });
  }
  field.addEventListener('input', show);
  form.addEventListener('formdata', ({ formData }) => {
    if (formData.get('licencas') === '1') formData.delete('licencas');
  });
  show();
}
