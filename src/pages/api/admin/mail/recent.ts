import { showMailLog } from '#src/domain/mail/mail-log.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ allow: 'settings', run: ({ shop }) => showMailLog(shop) });
