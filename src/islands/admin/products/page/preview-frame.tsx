import { type RefObject, useEffect, useRef, useState } from 'react';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { patch, readPreview, showTheme } from './preview-document.ts';

type Props = {
  title: string;
  html: string | null;
  unsent: string | null;
  /** It is the width of the screen that is shown. */
  width: number;
  /** The frame shrinks to the room there is; otherwise the first card stands in the middle of it. */
  isScaled: boolean;
  /** A frame that scrolls is in reach of the keyboard. */
  scrolls: boolean;
};

/** The first column of the storefront's grid on a wide screen, with the space around it. */
const CARD_WIDTH = 328;

export function PreviewFrame({ title, html, unsent, width, isScaled, scrolls }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const size = useSize(room);
  const [isLoaded, setLoaded] = useState(false);
  const [height, setHeight] = useState(0);
  const isMeasured = size !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is there once its room is measured.
  useEffect(() => {
    if (html === null || !frame.current) return;
    const page = readPreview(html, unsent);
    const present = frame.current.contentDocument;
    if (!isLoaded || !present) {
      frame.current.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
      return;
    }
    patch(present.body, page.body);
    setHeight(heightOf(present));
  }, [html, unsent, isLoaded, isMeasured, width]);
  useEffect(() => followTheme(frame), []);

  const scale = size && isScaled ? Math.min(1, size.width / width) : 1;
  const shown = isScaled ? width * scale : CARD_WIDTH;
  const left = size ? Math.max(0, (size.width - shown) / 2) : 0;
  const whole = size ? Math.max(size.height / scale, scrolls ? height : 0) : 0;
  return (
    <div className="relative min-h-0 flex-1 overflow-hidden rounded-card border border-line bg-background">
      {/* The room scrolls, and not the frame, so that keys and focus stay with the window around it. */}
      <div
        ref={room}
        role="group"
        aria-label={title}
        tabIndex={scrolls ? 0 : undefined}
        className={`absolute inset-0 overflow-x-hidden rounded-card -outline-offset-2 ${scrolls ? 'overflow-y-auto [scrollbar-gutter:stable]' : 'overflow-y-hidden'}`}
      >
        {size && (
          <div className="relative overflow-hidden" style={{ height: whole * scale }}>
            <iframe
              ref={frame}
              title={title}
              // Its styles and fonts are of this address; scripts, forms and windows stay shut.
              sandbox="allow-same-origin"
              tabIndex={-1}
              onLoad={({ currentTarget: { srcdoc, contentDocument } }) => {
                if (!srcdoc || !contentDocument) return;
                setLoaded(true);
                setHeight(heightOf(contentDocument));
                // Letters of another width may take more lines.
                void contentDocument.fonts.ready.then(() => setHeight(heightOf(contentDocument)));
              }}
              style={{ width, height: whole, transform: `translateX(${left}px) scale(${scale})` }}
              className="pointer-events-none absolute top-0 left-0 max-w-none origin-top-left border-0"
            />
          </div>
        )}
      </div>
      {!isLoaded && <Skeleton className="absolute inset-0 rounded-none" />}
    </div>
  );
}

/** The contents are measured: a short page is still as high as its frame. */
function heightOf({ body }: Document): number {
  return Math.ceil(Math.max(0, ...[...body.children].map((part) => part.getBoundingClientRect().bottom)));
}

function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      // A hidden frame keeps what it had.
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

function followTheme(frame: RefObject<HTMLIFrameElement | null>): () => void {
  const observer = new MutationObserver(() => {
    const page = frame.current?.contentDocument;
    // A frame that loads has a document without a root for a moment; what loads is written in the present theme.
    if (page?.querySelector(':root')) showTheme(page);
  });
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}
