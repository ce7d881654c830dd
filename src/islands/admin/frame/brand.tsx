import { ShopSign } from '#src/islands/ui/shop-sign.tsx';

export function Brand({ storeName, logo }: { storeName: string; logo: string }) {
  return (
    <div className="flex h-16 shrink-0 items-center gap-2.5 px-5">
      <a href="/admin" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-field">
        <ShopSign logo={logo} size={22} />
        <span className="truncate font-bold tracking-[-.02em] [word-spacing:.12em] [font-stretch:86%]">
          {storeName}
        </span>
      </a>
      <span className="ml-auto rounded-md border border-line px-1.5 font-mono text-[.6875rem] leading-4 text-muted">
        Admin
      </span>
    </div>
  );
}
