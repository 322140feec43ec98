import { pino } from "pino";

/** One JSON line per fact on stdout. Names of secrets are cut out wherever they appear one or two levels deep. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  redact: {
    paths: [
      "key",
      "secret",
      "password",
      "accessToken",
      "validateToken",
      "authorization",
      "cookie",
      "apiKey",
      "token",
    ].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    censor: "[cut]",
  },
});
