import { pino } from "pino";
import { scrubFacts, scrubText } from "./redact.ts";

/** One JSON line per fact on stdout, with every secret cut out of it (redact.ts), under whatever name and however deep. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  formatters: { log: scrubFacts },
  hooks: {
    logMethod(args, method) {
      method.apply(this, args.map((arg) => (typeof arg === "string" ? scrubText(arg) : arg)) as typeof args);
    },
  },
});
