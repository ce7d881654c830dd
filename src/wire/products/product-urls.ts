import { youtubeId } from '../basics/youtube.ts';
import { VIDEO_EXTENSIONS } from './uploads.ts';

/** Return the stored form, or null for another scheme, host or an unsafe path. */
export type UrlReader = (typed: string) => string | null;

/** A local path or an https address, never an API call. */
export const readImage: UrlReader = (typed) => {
  const address = plainAddress(typed);
  if (address === null || address === '') return address;
  if (hasScheme(address)) return readHttps(address);
  const path = address.startsWith('/') ? address : `/${address}`;
  return isOwnPath(path) && !/^\/(?:api|admin)(?:\/|$)/i.test(path) ? path : null;
};

/** An uploaded video or a YouTube address, which becomes its frame's address. */
export const readVideo: UrlReader = (typed) => {
  const address = plainAddress(typed);
  if (address === null || address === '') return address;
  if (isUpload(address)) return FILM.test(address) ? address : null;
  const complete = /^(?:www\.|m\.)?(?:youtube\.com|youtu\.be)\//i.test(address) ? `https://${address}` : address;
  const id = URL.canParse(complete) ? youtubeId(new URL(complete)) : null;
  return id && `https://www.youtube.com/embed/${id}`;
};

/** The page of a product. */
export function productPath(slug: string): string {
  return `/plugins/${encodeURIComponent(slug)}`;
}

export function upgradePath(slug: string): string {
  return `${productPath(slug)}/upgrade`;
}

export function versionsPath(slug: string): string {
  return `${productPath(slug)}/versoes`;
}

export const readDownload: UrlReader = (typed) => {
  const address = plainAddress(typed);
  if (address === null || address === '' || isUpload(address)) return address;
  return readHttps(address);
};

function plainAddress(typed: string): string | null {
  const address = typed.normalize('NFC').trim();
  return FORBIDDEN.test(address) ? null : address;
}

/** Control and bidirectional characters, and the backslash that browsers read as a slash. */
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\\]/;

const FILM = new RegExp(`^[^?#]+\\.(?:${VIDEO_EXTENSIONS.join('|')})$`, 'i');

function hasScheme(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(address);
}

function readHttps(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' && /^https:\/\/[^/]/i.test(address) ? url.href : null;
}

function isUpload(address: string): boolean {
  return address.startsWith('/uploads/') && isOwnPath(address) && !/[/?#]$/.test(address);
}

function isOwnPath(path: string): boolean {
  return !path.startsWith('//') && decoded(path).every((part) => !part.startsWith('.') && !part.includes('\\'));
}

function decoded(path: string): string[] {
  try {
    return decodeURIComponent(path).split('/');
  } catch {
    return ['.'];
  }
}
