import { acceptByPasskey } from '#src/domain/access/accept-invitation.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { openSession } from '#src/http/sessions/session.ts';
import { describeDevice } from '#src/wire/access/device.ts';
import { AcceptByPasskey } from '#src/wire/access/team.ts';

export const POST = endpoint({
  access: 'public',
  summary: null,
  status: 201,
  body: AcceptByPasskey,
  run: async ({ shop, body, clientNetwork, cookies, headers }) => {
    const userAgent = headers.get('user-agent');
    const { id, ...added } = await acceptByPasskey(shop, body, { clientNetwork, device: describeDevice(userAgent) });
    await openSession(shop, cookies, id, userAgent);
    return added;
  },
});
