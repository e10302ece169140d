# One image for all services: the argument of a container selects the program (tools/docker/run.mjs). The image contains
# the bundles, the few packages that bundles cannot contain, and Node. docs/operators/install-docker.md describes it.
#
#   docker build --build-arg VERSION="$(node -p "require('./package.json').version")" --tag keyhaven .
#
# Behind a proxy with a certificate authority of its own, add `--secret id=ca,src=FILE`. For another npm registry, add
# `--secret id=npmrc,src=FILE`. Neither file becomes part of the image.
ARG BASE_IMAGE=debian:bookworm-slim
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS node

FROM node AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Install scripts are not needed: esbuild, lmdb and argon2 come with prebuilt binaries.
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc,target=/root/.npmrc \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi \
    && npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node tools/docker/bundle-image.mjs /out

FROM ${BASE_IMAGE}
RUN echo 'keyhaven:x:10001:' >> /etc/group \
    && echo 'keyhaven:x:10001:10001::/data:/usr/sbin/nologin' >> /etc/passwd \
    && mkdir /data /keys /backups \
    && chown 10001:10001 /data /keys /backups \
    && chmod 700 /data /keys /backups
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /out /app
# Docker gives a new volume the owner of the folder on which it is mounted. docker-compose.yml mounts the volumes with
# keys on these folders, so that the user of the services owns the volumes.
RUN mkdir /keys-of && cd /keys-of \
    && mkdir operator $(node -p "Object.keys(require('/app/services.json')).join(' ')") \
    && chown -R 10001:10001 . && chmod 700 ./*
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Keyhaven" \
      org.opencontainers.image.description="A self-hosted vacation-rental platform" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    OPERATIONS_HOST=0.0.0.0 \
    KEYHAVEN_DATA=/data \
    ATTACHMENTS_FOLDER=/data/attachments \
    LOG_FILE=-
WORKDIR /app
USER 10001:10001
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/run.mjs", "healthcheck"]
ENTRYPOINT ["node", "/app/run.mjs"]
CMD ["standalone"]
