/**
 * How Node runs a web process. Left alone, V8 keeps up to 128 MB for what is new and lets the rest grow far beyond what is in use before
 * it collects. Narrower bounds cost requests (bench/README.md, "Start, memory").
 */
export const WEB_FLAGS = ["--max-semi-space-size=32", "--max-old-space-size=1280"];
