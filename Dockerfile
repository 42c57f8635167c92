# The server in a container: built from source, unprivileged, able to run with a read-only root. Its data is in
# the volume; docker stop sends SIGTERM, which stops it cleanly.
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /src
# The packages are installed again only if one of these files has changed.
COPY package.json package-lock.json ./
COPY packages/server/package.json packages/server/
COPY packages/sdk/package.json packages/sdk/
COPY packages/cli/package.json packages/cli/
COPY packages/webhook-verify/package.json packages/webhook-verify/
RUN npm ci
COPY . .
RUN npm run build

# The packages that are not in the bundle, in the versions of the lock file.
FROM ${NODE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/server/package.json packages/server/
COPY packages/sdk/package.json packages/sdk/
COPY packages/cli/package.json packages/cli/
COPY packages/webhook-verify/package.json packages/webhook-verify/
RUN npm ci --omit=dev --ignore-scripts --workspace @intray/server

FROM ${NODE}
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules/
COPY --from=build /src/packages/server/package.json packages/server/
COPY --from=build /src/packages/server/bin packages/server/bin/
COPY --from=build /src/packages/server/bundle packages/server/bundle/
COPY --from=build /src/packages/server/assets packages/server/assets/
RUN ln -s /app/packages/server/bin/intray-server.js /usr/local/bin/intray-server && mkdir /data /backups && chown node:node /data /backups
USER node
# Without the flag the server starts, sets it and the variables after it, and starts again, which takes a fifth longer.
ENV NODE_ENV=production INTRAY_HOST=0.0.0.0 INTRAY_PORT=8787 INTRAY_DATA_DIR=/data NODE_OPTIONS=--max-semi-space-size=16 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 UV_THREADPOOL_SIZE=16
VOLUME /data
EXPOSE 8787
HEALTHCHECK CMD ["node", "-e", "require(`node:http`).get(`http://127.0.0.1:${process.env.INTRAY_PORT}/readyz`, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on(`error`, () => process.exit(1))"]
CMD ["intray-server"]
