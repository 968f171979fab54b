# Spica on Debian 12, with its Python module: docker build -t spica . && docker run --rm -v $PWD:/data spica solve data.csv -k 5
FROM debian:bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends make git ca-certificates
COPY . /spica
WORKDIR /spica
RUN rm -rf build && make deb

FROM debian:bookworm-slim
COPY --from=build /spica/build/deb/*.deb /packages/
RUN apt-get update && apt-get install -y --no-install-recommends /packages/*.deb python3-sklearn \
 && rm -rf /packages /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["spica"]
