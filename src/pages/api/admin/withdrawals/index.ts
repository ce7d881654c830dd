import { listWaitingWithdrawals } from '#src/domain/withdrawals/withdrawals.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => listWaitingWithdrawals(shop) });
