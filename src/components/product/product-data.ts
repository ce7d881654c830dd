import { centsToReais, parseCents } from '#src/wire/basics/money.ts';
import type { Category } from '#src/wire/products/categories.ts';
import { categoryPath } from '#src/wire/products/categories.ts';
import { hostText, SYSTEMS } from '#src/wire/products/hosts.ts';
import { productPath } from '#src/wire/products/product-urls.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';

type Store = { siteUrl: string; storeName: string };

export function productData(
  { slug, name, description, image, price, isSoldOut }: PublicProduct,
  { siteUrl, storeName }: Store,
) {
  const url = siteUrl + productPath(slug);
  return {
    '@type': 'Product',
    name,
    description: description || name,
    image: new URL(image, siteUrl).href,
    url,
    brand: { '@type': 'Brand', name: storeName },
    offers: offerOf({ price, isSoldOut }, url),
  };
}

export function softwareData(product: PublicProduct, { siteUrl, storeName }: Store) {
  const { slug, name, tagline, description, image, currentVersion, hosts, systems } = product;
  const url = siteUrl + productPath(slug);
  return {
    '@type': 'SoftwareApplication',
    name,
    description: tagline || description || name,
    image: new URL(image, siteUrl).href,
    url,
    applicationCategory: 'MultimediaApplication',
    ...(systems.length > 0 && { operatingSystem: systems.map((system) => SYSTEMS[system]).join(', ') }),
    ...(hosts.length > 0 && { softwareRequirements: hosts.map(hostText).join(', ') }),
    ...(currentVersion && { softwareVersion: currentVersion }),
    publisher: { '@type': 'Organization', name: storeName },
    offers: offerOf(product, url),
  };
}

/** A kit is offered as the plugins in it. */
export function kitData(product: PublicProduct, parts: readonly PublicProduct[], store: Store) {
  const data = productData(product, store);
  const includesObject = parts.map(({ name, slug }) => ({
    '@type': 'TypeAndQuantityNode',
    amountOfThisGood: 1,
    typeOfGood: { '@type': 'SoftwareApplication', name, url: store.siteUrl + productPath(slug) },
  }));
  return { ...data, offers: { ...data.offers, includesObject } };
}

export type Crumb = { name: string; path: string };

export function crumbsOf({ name, slug }: PublicProduct, category: Category | null): Crumb[] {
  return [
    { name: 'Produtos', path: '/#produtos' },
    ...(category ? [{ name: category.name, path: categoryPath(category.id) }] : []),
    { name, path: productPath(slug) },
  ];
}

export function breadcrumbData(crumbs: readonly Crumb[], { siteUrl }: Store) {
  const itemListElement = crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: siteUrl + path,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

function offerOf({ price, isSoldOut }: Pick<PublicProduct, 'price' | 'isSoldOut'>, url: string) {
  return {
    '@type': 'Offer',
    url,
    price: centsToReais(parseCents(price) ?? 0).toFixed(2),
    priceCurrency: 'BRL',
    availability: `https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`,
  };
}

/** Escapes `</script>` in names, which would end the block. */
export function dataBlock(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
}
