/** The owner's logo, or the playhead in the accent's color. */
export function ShopSign({ logo, size }: { logo: string; size: number }) {
  if (logo) return <img src={logo} alt="" width={size} height={size} className="shrink-0 object-contain" />;
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="64" height="64" rx="15" className="fill-orange-500" />
      <path
        className="fill-graphite-950"
        d="M23.4 19.6c0-2 2.2-3.2 3.9-2.1l18 12.4c1.5 1 1.5 3.2 0 4.2l-18 12.4c-1.7 1.1-3.9 0-3.9-2.1z"
      />
    </svg>
  );
}
