import type { KeySource } from '#src/wire/products/license-fields.ts';
import type { ProductStatus, UpdatePolicy } from '#src/wire/products/product-fields.ts';
import type { Flag } from './columns.ts';

export type CategoryRow = {
  id: string;
  name: string;
  position: number;
  /** Of `plainName` in `wire/products/categories.ts`: unique. */
  plainName: string;
  /** What its page begins with; empty where the shop's words do. */
  shelfText: string;
};

export type ProductRow = {
  id: string;
  name: string;
  description: string;
  priceCents: number;
  originalPriceCents: number | null;
  status: ProductStatus;
  image: string;
  categoryId: string | null;
  systemRequirements: string;
  isFeatured: Flag;
  /** An `/uploads/` path or an https address; never sent to clients. */
  downloadUrl: string;
  requiresActivation: Flag;
  videoUrl: string | null;
  downloads: number;
  createdAt: string;
  updatedAt: string;
  /** Set when a product with sales is deleted. */
  withdrawnAt: string | null;
  publishedAt: string | null;
  /** Null for the usual terms. */
  licenseTerms: string | null;
  /** What new sales get; each item keeps its own. */
  updatePolicy: UpdatePolicy;
  updateMonths: number | null;
  /** The newest published stable version; null where buyers get `downloadUrl`. */
  currentVersion: string | null;
  keySource: KeySource;
  keyPrefix: string | null;
  /** What new sales get; null: computers are not counted. */
  machineLimit: number | null;
  offlineDays: number;
  idleDays: number;
  /** Null for the shop's own. */
  lowKeysAt: number | null;
  /** Nobody can order it while its pool is empty. */
  pauseWithoutKeys: Flag;
  /** Set while the pool is above `lowKeysAt`; its fall tells the owner once. */
  areKeysPlenty: Flag;
  /** Set while its sale is paused, so that pages need not count keys. */
  soldOutAt: string | null;
  /** Null where a process of an earlier release added the product; its id stands in then. */
  slug: string | null;
  tagline: string;
  /** Markdown. */
  body: string;
  /** JSON of `ProductMedium[]`, `ProductQuestion[]` and `ProductSystem[]`. */
  media: string;
  faq: string;
  systems: string;
  gpuNote: string;
  /** Of the license, in full; null for the shop's own. */
  licenseText: string | null;
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

/** What the terms of a license said, by version. */
export type ProductTermsRow = { productId: string; version: number; text: string; createdAt: string };

/** Of a view: columns of the products in SQLite, counted in PostgreSQL. */
export type ProductFigures = { id: string; keysAvailable: number; buyersWaiting: number };

/** The shop's license terms, of which each change is a version. */
export type UsualTermsRow = { version: number; text: string; createdAt: string };
