/**
 * How Node runs a web process. Left alone, V8 keeps up to 128 MB for what is new. A narrower bound, or one for the rest, costs requests
 * (bench/README.md, "Start, memory").
 */
export const WEB_FLAGS = ["--max-semi-space-size=32"];
