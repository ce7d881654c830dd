/* Shows what the shop tells the owner's devices, and opens it. It answers no request and keeps no page: there is no 'fetch' here. */
addEventListener('push', (event) => {
  const { title, body = '', tag, icon, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon, data: { path }, lang: 'pt-BR' }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const office = windows.find(({ url }) => new URL(url).pathname.startsWith('/admin'));
  if (!office) return clients.openWindow(path);
  /* A browser navigates no window that this worker does not control. */
  const shown = await office.navigate(path).catch(() => null);
  return shown ? shown.focus() : clients.openWindow(path);
}
