import { noteOutsideBackup } from '#src/domain/backups/backups.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({ access: 'admin', run: ({ shop, user }) => noteOutsideBackup(shop, user) });
