/** Of each certificate's file. */
export const MAXIMUM_BANK_FILE_BYTES = 64 * 1024;
