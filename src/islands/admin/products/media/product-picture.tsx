import { Package } from 'lucide-react';
import { useState } from 'react';
import { isElsewhere, PLACEHOLDER_IMAGE } from '#src/wire/storefront/catalog.ts';

/** A broken or remote image shows 'Sem Imagem'; none shows an icon. */
export function ProductPicture({ image, className }: { image: string; className: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const frame = `shrink-0 overflow-hidden rounded-md border border-line bg-raised ${className}`;
  if (!image) {
    return (
      <span className={`grid place-items-center text-muted ${frame}`}>
        <Package aria-hidden strokeWidth={1.5} className="size-4" />
      </span>
    );
  }
  const isStandIn = broken === image || isElsewhere(image);
  return (
    <img
      src={isStandIn ? PLACEHOLDER_IMAGE : image}
      alt={isStandIn ? 'Sem Imagem' : ''}
      width={1280}
      height={720}
      loading="lazy"
      onError={() => setBroken(image)}
      className={`object-cover ${frame}`}
    />
  );
}
