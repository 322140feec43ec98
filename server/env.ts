import ipaddr from "ipaddr.js";
import { resolve } from "node:path";
import { z } from "zod";

/**
 * Every setting of the product, read from the environment and nowhere else (docs/settings.md lists them).
 *
 * Nothing is read on import, so `next build` and a test may import any module without settings.
 * `readSettings` is for the commands that still have to find the database; `env()` is for everything else.
 */

/** A setting that cannot be used. The message names the setting and the reason, and is all a person needs to see. */
export class SettingError extends Error {
  override name = "SettingError";
}

const wholeNumber = (min: number, max: number) =>
  z.string().transform((text, issues) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    issues.addIssue(`must be a whole number from ${min} to ${max}, but is "${text}"`);
    return z.NEVER;
  });

const share = z.string().transform((text, issues) => {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  issues.addIssue(`must be a number from 0 to 1, but is "${text}"`);
  return z.NEVER;
});

/** Days that something is kept; 0: without end. Shorter than what the events and deliveries of it are kept would leave these without it. */
const daysKept = wholeNumber(0, 36_500).refine((days) => days === 0 || days > 31, {
  error: "must be 0 (without end) or 32 and more",
});

const address = (...protocols: string[]) =>
  z.string().transform((text, issues) => {
    const url = URL.parse(text);
    if (url && protocols.includes(url.protocol)) return text.replace(/\/+$/, "");
    issues.addIssue(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
    return z.NEVER;
  });

const web = address("http:", "https:");

const addressRanges = z.string().transform((text, issues) => {
  const ranges = text
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
  for (const range of ranges) {
    if (ipaddr.isValid(range) || ipaddr.isValidCIDR(range)) continue;
    issues.addIssue(`must be addresses or CIDR ranges with commas between, but has "${range}"`);
    return z.NEVER;
  }
  return ranges;
});

const encryptionKey = z.string().refine((text) => Buffer.from(text, "base64").length === 32, {
  error: "must be 32 random bytes in base64",
});

const encryptionKeys = z.string().transform((text, issues) => {
  const keys = text
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (keys.every((key) => encryptionKey.safeParse(key).success)) return keys;
  issues.addIssue("must be keys of 32 random bytes in base64 each, with commas between");
  return z.NEVER;
});

const sender = z.string().refine((text) => /^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text.trim()), {
  error: "must be an e-mail address, like no-reply@example.com or Example <no-reply@example.com>",
});

const settings = z.object({
  /** Unset: the start command runs an embedded PostgreSQL under DATA_DIR. */
  DATABASE_URL: address("postgres:", "postgresql:").optional(),
  /** Connections that each process keeps to the database at most. */
  DATABASE_POOL: wholeNumber(2, 1_000).default(20),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  PORT: wholeNumber(1, 65_535).default(3000),
  /** The address that web processes (PORT) and workers (METRICS_PORT) listen on. Unset: every address of the machine. */
  HOST: z.string().optional(),
  APP_URL: web.optional(),
  /** Where the customer's phone of the demo workspace listens (simulator/). */
  SIMULATOR_PORT: wholeNumber(1, 65_535).default(3001),
  /** Where it plays Meta and Telegram. Unset: the two ports after SIMULATOR_PORT. */
  SIMULATOR_GRAPH_PORT: wholeNumber(1, 65_535).optional(),
  SIMULATOR_TELEGRAM_PORT: wholeNumber(1, 65_535).optional(),
  NEXTAUTH_SECRET: z.string().min(32, "must have 32 characters or more").optional(),
  /** 32 random bytes in base64; provider credentials are encrypted with it. */
  ENCRYPTION_KEY: encryptionKey.optional(),
  /** Keys that ENCRYPTION_KEY took the place of, or is to: what they encrypted is still read. See `npm run rotate-keys`. */
  ENCRYPTION_KEYS_OLD: encryptionKeys.default([]),
  /** Unset: no mail goes out. */
  SMTP_URL: address("smtp:", "smtps:").optional(),
  /** Without SMTP_URL: whether mails are written to the log, links that let people in included. The start command sets it for a trial. */
  LOG_MAILS: z.enum(["yes", "no"]).default("no"),
  /** Who can make an account in the portal: anybody, people with an invitation, nobody. The start command opens it for a trial. */
  SIGN_UP: z.enum(["open", "invited", "closed"], "must be open, invited or closed").default("invited"),
  /** Whom mails are from. Unset: no-reply at APP_URL's host. */
  MAIL_FROM: sender.optional(),
  S3_ENDPOINT: web.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  META_GRAPH_URL: web.default("https://graph.facebook.com"),
  INSTAGRAM_GRAPH_URL: web.default("https://graph.instagram.com"),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, "must be a version of the Graph API, like v25.0")
    .default("v25.0"),
  TELEGRAM_API_URL: web.default("https://api.telegram.org"),
  PINECONE_URL: web.default("https://api.pinecone.io"),
  OPENAI_BASE_URL: web.default("https://api.openai.com/v1"),
  AI_BASE_URL: web.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  /** A model of embeddings at AI_BASE_URL. Unset: passages are found by their words alone. */
  AI_EMBEDDING_MODEL: z.string().max(200).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: web.default("https://api.stripe.com"),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  /** Private address ranges that requests to customer-given addresses may reach. The start command fills it for a trial. */
  OUTBOUND_ALLOW: addressRanges.default([]),
  /** Whether customer-given addresses outside of OUTBOUND_ALLOW must be https. Unset: in production. */
  OUTBOUND_HTTPS_ONLY: z.enum(["yes", "no"]).optional(),
  /** Address ranges of the proxies in front, whose x-forwarded-for is believed. */
  TRUSTED_PROXIES: addressRanges.default([]),
  /** How long a sign-in holds without a request or an open page of the portal. */
  SESSION_IDLE_MINUTES: wholeNumber(5, 720).default(30),
  /** Requests per second and key; 0 is off. */
  API_RATE_LIMIT: wholeNumber(0, 1_000_000).default(100),
  /** The most that one GraphQL document may cost, in rows asked for; 0 is off. */
  API_COST_LIMIT: wholeNumber(0, 1_000_000_000).default(20_000),
  /** Rows per second that the documents of one workspace may ask for; 0 is off. */
  API_COST_RATE: wholeNumber(0, 1_000_000_000).default(100_000),
  /** Worker processes of the start command; 0 when they run elsewhere. */
  WORKERS: wholeNumber(0, 64).default(1),
  /** Days after its end that a conversation is kept with its messages; 0: without end. */
  KEEP_CONVS_DAYS: daysKept.default(0),
  /** Days that the audit record is kept; 0: without end. */
  KEEP_AUDIT_DAYS: daysKept.default(0),
  /** Days that the attempts to send a message are kept; 0: without end. */
  KEEP_ATTEMPTS_DAYS: daysKept.default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** What opens /metrics. Unset: it is not there. */
  METRICS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  /** Where a worker answers /metrics, /healthz and /readyz; further workers of the machine at the next free ports. Unset: nowhere. */
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  /** A collector of traces that speaks OTLP over HTTP. Unset: none are kept. */
  OTEL_EXPORTER_OTLP_ENDPOINT: web.optional(),
  /** The share of traces that are kept. */
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  /** How long a stopping process may finish what it began. */
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(30),
  /**
   * How long of that a stopping web process still takes requests, at most a third of it, while /readyz says no: more than the
   * time between two looks of whatever stands in front. The start command sets 0: nothing does there.
   */
  DRAIN_SECONDS: wholeNumber(0, 600).default(5),
});

const together = [
  ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["AI_BASE_URL", "AI_MODEL"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_ID", "GITHUB_SECRET"],
] as const;

type MadeUp = "APP_URL" | "MAIL_FROM" | "OUTBOUND_HTTPS_ONLY";
export type Settings = Omit<z.infer<typeof settings>, MadeUp> & {
  APP_URL: string;
  MAIL_FROM: string;
  OUTBOUND_HTTPS_ONLY: "yes" | "no";
};
type Required = "DATABASE_URL" | "NEXTAUTH_SECRET" | "ENCRYPTION_KEY";
export type Env = Settings & { [K in Required]-?: NonNullable<Settings[K]> };

/** All settings but those the start command can make itself. Throws SettingError with the first wrong one. */
export function readSettings(source: NodeJS.ProcessEnv): Settings {
  // An empty value in a .env file or a container"s form means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "" && value !== undefined));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingError(`${issue?.path.join(".") ?? "Settings"}: ${issue?.message ?? "cannot be read"}`);
  }
  const values = parsed.data;
  for (const group of together) {
    const missing = group.find((name) => values[name] === undefined);
    const present = group.find((name) => values[name] !== undefined);
    if (missing && present) throw new SettingError(`${missing}: must be set when ${present} is set`);
  }
  if (values.METRICS_PORT !== undefined && values.METRICS_TOKEN === undefined)
    throw new SettingError("METRICS_TOKEN: must be set when METRICS_PORT is set");
  if (values.AI_EMBEDDING_MODEL !== undefined && values.AI_MODEL === undefined)
    throw new SettingError("AI_MODEL: must be set when AI_EMBEDDING_MODEL is set");
  const APP_URL = values.APP_URL ?? `http://localhost:${values.PORT}`;
  const MAIL_FROM = values.MAIL_FROM ?? `Omnichannel <no-reply@${new URL(APP_URL).hostname}>`;
  const OUTBOUND_HTTPS_ONLY = values.OUTBOUND_HTTPS_ONLY ?? (source.NODE_ENV === "production" ? "yes" : "no");
  return { ...values, APP_URL, MAIL_FROM, OUTBOUND_HTTPS_ONLY };
}

/** Adds what a running process cannot do without. Throws SettingError. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const values = readSettings(source);
  const { DATABASE_URL, NEXTAUTH_SECRET, ENCRYPTION_KEY } = values;
  if (!DATABASE_URL)
    throw new SettingError("DATABASE_URL: must be set (npm start brings its own database, this command does not)");
  if (!NEXTAUTH_SECRET) throw new SettingError("NEXTAUTH_SECRET: must be set");
  if (!ENCRYPTION_KEY) throw new SettingError("ENCRYPTION_KEY: must be set");
  return { ...values, DATABASE_URL, NEXTAUTH_SECRET, ENCRYPTION_KEY };
}

let current: Env | undefined;

/** The settings of this process, read once on first use. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}

/** The next use of `env()` reads the settings again: test files that share a process each have their own. */
export function resetEnv(): void {
  current = undefined;
}
