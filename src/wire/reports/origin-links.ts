/** What was left empty adds nothing to the link. */
export function linkTo(
  siteUrl: string,
  path: string,
  { source, campaign, coupon }: { source: string; campaign: string; coupon: string },
): string {
  const address = new URL(path, siteUrl);
  const named = [
    ['utm_source', source.trim().toLowerCase()],
    ['utm_campaign', campaign.trim().toLowerCase()],
    ['cupom', coupon.trim().toUpperCase()],
  ] as const;
  for (const [name, value] of named) if (value !== '') address.searchParams.set(name, value);
  return address.href;
}
