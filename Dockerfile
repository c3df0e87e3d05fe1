# syntax=docker/dockerfile:1

# Both stages use one base image. For a reproducible image put its digest behind the tag, as in
# python:3.13-slim-bookworm@sha256:<digest>; `docker buildx imagetools inspect` of the tag prints it.
# The digest is not written here because it has to be one that the builder has looked at.
ARG PYTHON_IMAGE=python:3.13-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
# strip, without which the image is larger but works as well.
RUN (apt-get update -q && apt-get install -q -y --no-install-recommends binutils) \
        || echo "binutils could not be installed" >&2
RUN python -m venv /opt/venv
COPY requirements/runtime.txt /build/requirements/runtime.txt
RUN /opt/venv/bin/pip install --require-hashes --only-binary :all: --no-compile \
        -r /build/requirements/runtime.txt \
    && /opt/venv/bin/pip uninstall --yes pip setuptools
COPY deploy/slim.py /build/deploy/slim.py
COPY bot /build/bot
RUN /opt/venv/bin/python /build/deploy/slim.py \
        /opt/venv/lib/python3.*/site-packages /build/bot/locales

FROM ${PYTHON_IMAGE}
# FriBidi joins and orders the letters of names such as Devanagari ones. Where Debian's packages are
# out of reach, pictures show them letter by letter, and the bot says so when it starts.
RUN (apt-get update -q && apt-get install -q -y --no-install-recommends libfribidi0) \
        || echo "libfribidi0 could not be installed" >&2; \
    rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/* /var/lib/dpkg/*-old \
        /var/log/* /usr/share/doc/libfribidi0
# /data is the only place that is written to.
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    GIN_DATA_DIR=/data \
    GIN_DATABASE_URL=sqlite:////data/gin.db \
    GIN_BACKUP_DIR=/data/backups \
    GIN_LOG_FORMAT=json
RUN groupadd --gid 10001 gin \
    && useradd --uid 10001 --gid gin --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin gin \
    && install --directory --owner gin --group gin --mode 0700 /data
WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY LICENSE README.md ./
COPY engine engine
COPY bot bot
RUN python -m compileall -q engine bot
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="Gin" \
    org.opencontainers.image.description="A Discord bot with which people play gin rummy" \
    org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}"
USER 10001:10001
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-m", "bot", "health"]
# The exec form: SIGTERM reaches Python, which answers what it has accepted and then ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
