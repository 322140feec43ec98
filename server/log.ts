import { pino } from "pino";
import { currentRequestContext } from "./observe/request-context.ts";
import { scrubFacts, scrubText } from "./redact.ts";

/**
 * One JSON line per fact on stdout, with every secret cut out of it (redact.ts), under whatever name and however deep. What a request
 * led to, here or in a worker, has the request's id, and its trace's where traces are kept.
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
