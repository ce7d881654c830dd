/** Imported before all else: React, for one, decides as it is loaded whether it runs with a developer's checks, which are slow. */
process.env['NODE_ENV'] ??= 'production';
