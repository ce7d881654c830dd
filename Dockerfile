# docker build -t corte-final . && docker run -d --name loja -p 127.0.0.1:4321:4321 -v corte-final:/data --env-file .env corte-final
FROM node:24-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the scripts of packages, as `npm start` does it; Node's own package fetches the program that the store runs on.
RUN npm ci --omit=dev --ignore-scripts && npm rebuild node
COPY . .
RUN node src/server/setup.mjs && mkdir -m 700 /data && chown node: /data

USER node
ENV HOST=0.0.0.0 DATABASE_URL=file:/data/store.sqlite UPLOADS_DIR=/data/uploads FILES_DIR=/data/files MAIL_DIR=/data/outbox
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:4321/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--heap-growing-percent=30", "src/server/main.mjs"]
