# The first stages build the wheel, compile its core unless CORE is plain, and install; the last holds the result and
# nothing that builds.
# The same sources, locks, C compiler and base give the same files: the locks pin every library and the builder by hash,
# bytecode carries the hash of its source instead of a time, and all times are SOURCE_DATE_EPOCH.
# A release names its base by digest, BASE=docker.io/library/python@sha256:...: what a tag stands for changes.
ARG BASE=docker.io/library/python:3.11-slim-bookworm
# compiled or plain: what the core runs as.
ARG CORE=compiled

FROM ${BASE} AS wheel
WORKDIR /build
COPY requirements/build.txt requirements/
RUN python -m venv --without-pip /opt/build \
 && python -m pip --python /opt/build/bin/python --disable-pip-version-check install \
      --no-cache-dir --no-deps --only-binary :all: --require-hashes --requirement requirements/build.txt
COPY LICENSE pyproject.toml openapi.yaml ./
COPY service service
RUN /opt/build/bin/python -m hatchling build --target wheel --directory /wheel

FROM ${BASE} AS plain
COPY --from=wheel /wheel /wheel
RUN python -m venv --without-pip /opt/venv \
 && python -m pip --python /opt/venv/bin/python --disable-pip-version-check install \
      --no-cache-dir --no-compile --no-deps /wheel/*.whl

# Before the libraries are beside it, which mypyc would take for sources too.
FROM plain AS compiled
# The compiler is the one of the base's release, which Debian only repairs.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY --from=wheel /opt/build /opt/build
COPY tools/compile.py /build/tools/compile.py
RUN /opt/build/bin/python /build/tools/compile.py /opt/venv/lib/python3*/site-packages

# hadolint ignore=DL3006
FROM ${CORE} AS installed
ARG SOURCE_DATE_EPOCH=1767225600
COPY requirements/runtime.txt /
RUN python -m pip --python /opt/venv/bin/python --disable-pip-version-check install \
      --no-cache-dir --no-compile --no-deps --only-binary :all: --require-hashes --requirement /runtime.txt \
 && python -m compileall -q --invalidation-mode unchecked-hash /opt/venv/lib \
 && find /opt/venv -exec touch --no-dereference --date "@${SOURCE_DATE_EPOCH}" {} +

FROM ${BASE}
ARG COMMIT=
LABEL org.opencontainers.image.title="Pung Chow settlement service" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.licenses="MIT"
COPY --from=installed /opt/venv /opt/venv
WORKDIR /opt/venv
# One worker, since a container sees every core of its host: scale by replicas, or set WEB_CONCURRENCY.
# /dev/shm is the one place to write to; engines mount it also where the root file system is read-only. The two arenas
# keep what long bodies took from staying with each thread.
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    TMPDIR=/dev/shm \
    COMMIT=${COMMIT} \
    WEB_CONCURRENCY=1
USER 10001:10001
EXPOSE 8000 9464
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('PORT', '8000') + '/healthz', timeout=2)"]
CMD ["pung-chow", "serve"]
