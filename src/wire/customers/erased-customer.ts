/** Stands where the name of a removed customer stood. */
export const ERASED_CUSTOMER = 'Cliente removido';
