export const COMMISSION_STATE_NAMES = { pending: 'Pendente', paid: 'Paga', reversed: 'Estornada' } as const;
