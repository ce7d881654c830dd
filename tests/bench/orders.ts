import type { Pool } from 'undici';

export async function post(
  pool: Pool,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
  const response = await pool.request({ method: 'POST', path, headers: typed, ...(body !== undefined && { body }) });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${path} answered with ${response.statusCode}: ${text}`);
  return JSON.parse(text);
}

/** Each order comes from a home of its own. */
export function networkOf(at: number): string {
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
}
