import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchUpdate } from '#src/domain/upkeep/search-update.ts';
import type { UpdateFeed } from '#src/domain/upkeep/update-feed.ts';
import { openUpdateFeed } from '#src/gateways/update-feed.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { compareVersions } from '#src/wire/upkeep/versions.ts';
import { openRemoteServer, REMOTE_AUTHORITY, type RemoteServer } from '../../support/bucket/remote-server.ts';

test('versions are compared by their numbers, and what comes before a release is older', () => {
  const versions = ['1.10.0', '1.2.0', '1.2.0-beta.10', '1.2.0-beta.9', '0.9.9', '2.0.0'];
  const sorted = ['0.9.9', '1.2.0-beta.9', '1.2.0-beta.10', '1.2.0', '1.10.0', '2.0.0'];
  expect(versions.toSorted(compareVersions)).toEqual(sorted);
});

describe('the search for a newer release', () => {
  let far: RemoteServer;

  beforeEach(async () => {
    far = await openRemoteServer();
  });
  afterEach(() => far.close());

  const search = (updateFeed: UpdateFeed | null) =>
    searchUpdate({ limits: openLimits(), release: { version: '1.0.0', build: '', builtAt: null }, updateFeed }, 'ana');
  const feed = (withinMs = 2_000) =>
    openUpdateFeed(`${far.url}/releases/latest`, { mayConnect: () => true, ca: REMOTE_AUTHORITY, withinMs });
  const answer = (status: number, text: string) =>
    far.answer((_request, response) => response.writeHead(status).end(text));

  test.each([
    ['v1.1.0', true],
    ['1.0.0', false],
    ['v0.9.0', false],
  ])('reads %s from it', async (tag, isNewer) => {
    answer(200, JSON.stringify({ tag_name: tag, html_url: 'https://example.com/releases' }));
    const version = tag.replace('v', '');
    expect(await search(feed())).toEqual({ version, isNewer, address: 'https://example.com/releases' });
  });

  test('offers no address that a browser should not open', async () => {
    answer(200, JSON.stringify({ tag_name: 'v1.1.0', html_url: 'javascript:alert(1)' }));
    expect(await search(feed())).toMatchObject({ version: '1.1.0', address: null });
  });

  test.each([
    ['is not found', 404, '{}', 'não respondeu'],
    ['sends a browser elsewhere', 302, '', 'não respondeu'],
    ['answers with a page', 200, '<html>', 'sem dizer uma versão'],
    ['names no version', 200, '{"tag_name":"nightly"}', 'sem dizer uma versão'],
    ['never ends', 200, `{"tag_name":"v1.1.0","body":"${'x'.repeat(600_000)}"}`, 'sem dizer uma versão'],
  ])('says so where the address %s', async (_what, status, text, sentence) => {
    answer(status, text);
    await expect(search(feed())).rejects.toThrow(sentence);
  });

  test('gives up where the address is silent', async () => {
    far.answer(() => undefined);
    await expect(search(feed(50))).rejects.toThrow('não respondeu');
  });

  test('asks nobody in a network of its own, and nobody at all without an address', async () => {
    answer(200, JSON.stringify({ tag_name: 'v1.1.0' }));
    await expect(search(openUpdateFeed(far.url))).rejects.toThrow('não respondeu');
    await expect(search(openUpdateFeed(undefined))).rejects.toThrow('Ninguém disse');
  });
});
