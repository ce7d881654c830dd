import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const SOURCE = readFileSync(new URL('../../../public/admin-notifications.js', import.meta.url), 'utf8');

/** A browser in which these windows are open; a window that the worker does not control is navigated by nobody. */
function openBrowser(...windows: { url: string; isControlled: boolean }[]) {
  const did: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const open = windows.map(({ url, isControlled }) => ({
    url,
    async navigate(path: string) {
      if (!isControlled) throw new TypeError('This window is not controlled.');
      did.push(['navigated', path]);
      return { focus: async () => did.push(['focused']) };
    },
  }));
  runInNewContext(SOURCE, {
    URL,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: object) => did.push(['shown', title, { ...options }]),
    },
    clients: { matchAll: async () => open, openWindow: async (path: string) => did.push(['opened', path]) },
  });
  const dispatch = async (name: string, event: object) => {
    const awaited: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => awaited.push(promise) });
    await Promise.all(awaited);
  };
  return { did, dispatch };
}

test('the worker shows what arrives', async () => {
  const { did, dispatch } = openBrowser();
  const message = {
    title: 'Venda de R$ 189,90 · Grade Cinema',
    tag: 'a',
    icon: '/icons/sky-192.png',
    path: '/admin/sales?id=x',
  };
  await dispatch('push', { data: { json: () => message } });
  const shown = { body: '', tag: 'a', icon: '/icons/sky-192.png', data: { path: '/admin/sales?id=x' }, lang: 'pt-BR' };
  expect(did).toEqual([['shown', message.title, shown]]);
});

test.each([
  ['in a new window', [], [['opened', '/admin/sales?id=x']]],
  ['beside the storefront', [{ url: 'https://loja.test/', isControlled: true }], [['opened', '/admin/sales?id=x']]],
  [
    'in the window of the panel',
    [{ url: 'https://loja.test/admin', isControlled: true }],
    [['navigated', '/admin/sales?id=x'], ['focused']],
  ],
  [
    'where that one is not its own',
    [{ url: 'https://loja.test/admin', isControlled: false }],
    [['opened', '/admin/sales?id=x']],
  ],
])('a press opens the sale %s', async (_, windows, expected) => {
  const { did, dispatch } = openBrowser(...windows);
  const closed: string[] = [];
  await dispatch('notificationclick', {
    notification: { data: { path: '/admin/sales?id=x' }, close: () => closed.push('closed') },
  });
  expect([closed, did]).toEqual([['closed'], expected]);
});
