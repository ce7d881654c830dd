import { stopAnnouncement } from '#src/domain/releases/announcements.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Release } from '#src/wire/releases/releases.ts';

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Interrompe o aviso de uma versão',
  response: Release,
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => stopAnnouncement(shop, user, { releaseId: id }),
});
