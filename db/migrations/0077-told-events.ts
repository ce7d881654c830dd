export const oldestReader = '0024-announcements';
export const locks = [];

/** An event orders its own deliveries and notifications; older code orders them beside it, and each stands once. */
export const triggers = 'b263ed9b8901f923';

export async function up(): Promise<void> {}
