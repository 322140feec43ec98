/**
 * Node flags of a web process (bench/README.md, "Start, memory"). By default, V8 keeps up to 128 MB for new objects, and lets
 * the rest of the heap grow to several times its live size before it collects it. A fixed limit for the rest slows down
 * requests; growth by 40 % hardly does.
 */
export const WEB_FLAGS = ["--max-semi-space-size=32", "--min-semi-space-size=16", "--heap-growing-percent=40"];
