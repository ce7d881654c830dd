import type { FieldsThat, ProductField, ProductFieldRows, ProductFields } from '#src/wire/products/product-fields.ts';
import type { Flag } from './columns.ts';

export type CategoryRow = {
  id: string;
  name: string;
  position: number;
  /** `plainName` in `wire/products/categories.ts` makes it; it is unique. */
  plainName: string;
  /** Its page begins with this, or with the shop's words where it is empty. */
  shelfText: string;
};

/** The columns of what the owner says of a product; the editors that it is made for have rows of their own. */
export type ProductFieldColumns = {
  [Name in Exclude<ProductField, FieldsThat<{ kind: 'rows' }>> as Name extends FieldsThat<{ kind: 'money' }>
    ? `${Name}Cents`
    : Name]: Column<ProductFieldRows[Name], ProductFields[Name]>;
};

type Column<Row, Value> = Row extends { kind: 'flag' }
  ? Flag
  : Row extends { kind: 'json' }
    ? string
    : Row extends { whenEmpty: string | null }
      ? Value | null
      : Value;

/** Columns without a default; each that comes later has one. */
export type FirstProductColumns =
  | 'name'
  | 'description'
  | 'priceCents'
  | 'status'
  | 'image'
  | 'systemRequirements'
  | 'isFeatured'
  | 'downloadUrl'
  | 'requiresActivation';

export type ProductRow = Omit<ProductFieldColumns, 'slug'> & {
  id: string;
  /** Null where a process of an earlier release added the product; its id stands in then. */
  slug: string | null;
  downloads: number;
  createdAt: string;
  updatedAt: string;
  /** It is set when a product with sales is deleted. */
  withdrawnAt: string | null;
  publishedAt: string | null;
  /** The newest published stable version; null where buyers get `downloadUrl`. */
  currentVersion: string | null;
  /** Set while the pool is above `lowKeysAt`; its fall tells the owner once. */
  areKeysPlenty: Flag;
  /** It is set while its sale is paused, so that pages need not count keys. */
  soldOutAt: string | null;
  /** Rises with each change of the terms. */
  termsVersion: number;
};

/** An address that a product had before. */
export type ProductSlugRow = { slug: string; productId: string };

export type ProductHostRow = {
  productId: string;
  host: string;
  minVersion: string;
  maxVersion: string | null;
  testedVersion: string;
};

/** A kit is sold as its parts, in the order of their positions. */
export type KitPartRow = { kitId: string; productId: string; position: number };

export type ProductTermsRow = { productId: string; version: number; text: string; createdAt: string };

/** The view reads columns of the products in SQLite, and counts in PostgreSQL. */
export type ProductFigures = { id: string; keysAvailable: number; buyersWaiting: number };

/** The shop's license terms, of which each change is a version. */
export type UsualTermsRow = { version: number; text: string; createdAt: string };
