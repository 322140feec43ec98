import { pino } from "pino";
import { currentRequestContext } from "./observe/request-context.ts";
import { scrubFacts, scrubText } from "./redact.ts";

/**
 * One JSON line per log entry on stdout. All secrets are removed (redact.ts), whatever their name or depth. Entries that a
 * request caused, here or in a worker, include its request ID, and its trace ID when traces are kept.
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  mixin: () => {
    const context = currentRequestContext();
    if (!context) return {};
    const { requestId, traceparent } = context;
    return {
      ...(requestId === null ? {} : { requestId }),
      ...(traceparent === null ? {} : { traceId: traceparent.split("-")[1] }),
    };
  },
  formatters: { log: scrubFacts },
  hooks: {
    logMethod(args, method) {
      method.apply(this, args.map((arg) => (typeof arg === "string" ? scrubText(arg) : arg)) as typeof args);
    },
  },
});
