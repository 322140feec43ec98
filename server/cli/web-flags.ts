/**
 * How Node runs a web process (bench/README.md, "Start, memory"). Left alone, V8 keeps up to 128 MB for what is new, and lets the rest grow
 * to several times of what is in use before it looks through it. A fixed bound for the rest costs requests; growth by two fifths costs few.
 */
export const WEB_FLAGS = ["--max-semi-space-size=32", "--min-semi-space-size=16", "--heap-growing-percent=40"];
