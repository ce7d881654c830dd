# Serves the store for `npm start`; the set-up, which takes as long as a third of that, runs first where something has changed since it last ran.
# Files from an archive may have old modification times, so the inode's time is compared. What the store itself writes below `db` is no change.
changes=$(find package-lock.json astro.config.mjs tsconfig.json CHANGELOG.md src db public docs/manual node_modules/.package-lock.json node_modules/node/bin/node \
  -cnewer dist/fingerprint ! -path db ! -path db/outbox ! -name '*.sqlite*' ! -name '*.eml' ! -name '*.lock*' 2>&1)
# A new version may wait in `.update`, or one that was never seen to serve.
[ -z "$changes" ] && [ ! -e .update/switch.json ] || node src/server/setup.mjs || exit
MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 exec node --max-semi-space-size=8 --heap-growing-percent=30 src/server/main.mjs
