# The first stages install, and compile unless CORE is plain; the last holds the result and nothing that builds.
# The same sources, locks, C compiler and base give the same files: the locks pin every library by hash, bytecode carries
# the hash of its source instead of a time, and all times are SOURCE_DATE_EPOCH.
# A release names its base by digest, BASE=docker.io/library/python@sha256:...: what a tag stands for changes.
ARG BASE=docker.io/library/python:3.11-slim-bookworm
# compiled or plain: what the core runs as.
ARG CORE=compiled

FROM ${BASE} AS plain
WORKDIR /srv
COPY requirements/runtime.txt requirements/
RUN python -m venv --without-pip /opt/venv \
 && python -m pip --python /opt/venv/bin/python --disable-pip-version-check install \
      --no-cache-dir --no-compile --no-deps --only-binary :all: --require-hashes --requirement requirements/runtime.txt
COPY LICENSE openapi.yaml gunicorn.conf.py ./
COPY pung_chow_settlement pung_chow_settlement

FROM plain AS compiled
# The compiler is the one of the base's release, which Debian only repairs.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY requirements/build.txt ./
RUN python -m venv --without-pip /opt/build \
 && python -m pip --python /opt/build/bin/python --disable-pip-version-check install \
      --no-cache-dir --no-deps --only-binary :all: --require-hashes --requirement build.txt
COPY scripts/compile.py scripts/compile.py
RUN /opt/build/bin/python /build/scripts/compile.py /srv

# hadolint ignore=DL3006
FROM ${CORE} AS build
ARG SOURCE_DATE_EPOCH=1767225600
ENV PYTHONDONTWRITEBYTECODE=1
WORKDIR /srv
RUN python -m compileall -q --invalidation-mode unchecked-hash /opt/venv/lib pung_chow_settlement gunicorn.conf.py \
 && find /opt/venv /srv -exec touch --no-dereference --date "@${SOURCE_DATE_EPOCH}" {} +

FROM ${BASE}
LABEL org.opencontainers.image.title="Pung Chow settlement service" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv /srv
WORKDIR /srv
# One worker, since a container sees every core of its host: scale by replicas, or set WEB_CONCURRENCY.
# /dev/shm is the one place to write to; engines mount it also where the root file system is read-only. The two arenas
# keep what long bodies took from staying with each thread.
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    TMPDIR=/dev/shm \
    WEB_CONCURRENCY=1
USER 10001:10001
EXPOSE 8000 9464
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('PORT', '8000') + '/healthz', timeout=2)"]
CMD ["python", "-m", "pung_chow_settlement", "serve"]
