# docker build -t corte-final . && docker run -d --name loja -p 127.0.0.1:4321:4321 -v corte-final:/data --env-file .env corte-final
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the scripts of packages, as `npm start` does it; Node's own package fetches the program that the store runs on.
RUN npm ci --omit=dev --ignore-scripts && npm rebuild node
COPY astro.config.mjs tsconfig.json CHANGELOG.md ./
COPY src src
COPY db db
COPY public public
COPY docs/manual docs/manual
RUN node src/server/setup.mjs && mkdir -p node_modules/.cache

# What is named here and nothing else, so that no secret beside the sources can come along.
FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/dist dist
COPY --from=build /app/src/server/*.mjs src/server/
COPY --from=build /app/src/server/build/*.mjs src/server/build/
COPY --from=build /app/src/server/commands/*.mjs src/server/commands/
COPY --from=build /app/src/server/copy/*.mjs src/server/copy/
COPY --from=build /app/src/server/processes/*.mjs src/server/processes/
COPY --from=build /app/src/assets/uploads src/assets/uploads
COPY --from=build /app/db/seed/media db/seed/media
COPY --from=build /app/node_modules/better-sqlite3/package.json node_modules/better-sqlite3/
COPY --from=build /app/node_modules/better-sqlite3/lib node_modules/better-sqlite3/lib
COPY --from=build /app/node_modules/better-sqlite3/prebuilds/linux-*.node node_modules/better-sqlite3/prebuilds/
# The compile cache of Node, which quickens each start.
COPY --from=build --chown=node /app/node_modules/.cache node_modules/.cache
RUN mkdir -m 700 /data && chown node: /data

USER node
ENV HOST=0.0.0.0 PORT=4321 DATABASE_URL=file:/data/store.sqlite UPLOADS_DIR=/data/uploads FILES_DIR=/data/files MAIL_DIR=/data/outbox BACKUPS_DIR=/data/backups
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "src/server/main.mjs"]
