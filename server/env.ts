import ipaddr from "ipaddr.js";
import { resolve } from "node:path";
import { z } from "zod";

/**
 * All settings of the product. They come from the environment only (docs/settings.md lists them).
 *
 * Importing this module reads nothing, so `next build` and tests may import any module without settings. Commands that still
 * have to find the database use `readSettings`. All other code uses `env()`.
 */

/** An invalid setting. The message names the setting and the reason, and is shown to the operator as it is. */
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

/** Days to keep data; 0: forever. A shorter period would delete the data before its events and deliveries expire. */
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

const nameServers = z.string().transform((text, issues) => {
  const servers = text.split(",").flatMap((server) => server.trim() || []);
  const isServer = (server: string) =>
    ipaddr.IPv4.isValidFourPartDecimal(server) ||
    ipaddr.IPv6.isValid(server) ||
    /^(\[[0-9a-f:]+\]|[\d.]+):\d+$/i.test(server);
  const wrong = servers.find((server) => !isServer(server));
  if (wrong === undefined) return servers;
  issues.addIssue(`must be addresses of name servers with commas between, but has "${wrong}"`);
  return z.NEVER;
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
  /** Unset: the start command runs an embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: address("postgres:", "postgresql:").optional(),
  /** The most database connections of one process. Two web processes and two workers fit into the 100 of PostgreSQL. */
  DATABASE_POOL: wholeNumber(2, 1_000).default(15),
  DATA_DIR: z
    .string()
    .default(".data")
    .transform((path) => resolve(path)),
  PORT: wholeNumber(1, 65_535).default(3000),
  /** The address that web processes (PORT) and workers (METRICS_PORT) listen on. Unset: all addresses of the machine. */
  HOST: z.string().optional(),
  APP_URL: web.optional(),
  /** The port of the simulated customer phone of the demo workspace (simulator/). */
  SIMULATOR_PORT: wholeNumber(1, 65_535).default(3001),
  /** The ports on which the simulator plays Meta and Telegram. Unset: the two ports after SIMULATOR_PORT. */
  SIMULATOR_GRAPH_PORT: wholeNumber(1, 65_535).optional(),
  SIMULATOR_TELEGRAM_PORT: wholeNumber(1, 65_535).optional(),
  NEXTAUTH_SECRET: z.string().min(32, "must have 32 characters or more").optional(),
  /** 32 random bytes in base64. Encrypts provider credentials. */
  ENCRYPTION_KEY: encryptionKey.optional(),
  /** Former and future values of ENCRYPTION_KEY. The service still decrypts with them. See `npm run rotate-keys`. */
  ENCRYPTION_KEYS_OLD: encryptionKeys.default([]),
  /** Unset: no email is sent. */
  SMTP_URL: address("smtp:", "smtps:").optional(),
  /** Whether emails, including their sign-in links, are logged when SMTP_URL is unset. The start command sets it for a trial. */
  LOG_MAILS: z.enum(["yes", "no"]).default("no"),
  /** Who can create an account: everyone, people with an invitation, or no one. The start command opens it for a trial. */
  SIGN_UP: z.enum(["open", "invited", "closed"], "must be open, invited or closed").default("invited"),
  /** The sender of emails. Unset: no-reply at APP_URL's host. */
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
  /** The operator's Meta app. People connect WhatsApp, Messenger and Instagram by signing in with Meta. */
  META_APP_ID: z.string().regex(/^\d+$/, "must be an app id: digits").optional(),
  META_APP_SECRET: z.string().optional(),
  /** Configurations of Facebook Login for Business in that app: embedded signup, and access to pages. Unset: not offered. */
  META_WHATSAPP_CONFIG_ID: z.string().regex(/^\d+$/, "must be a configuration id: digits").optional(),
  META_PAGES_CONFIG_ID: z.string().regex(/^\d+$/, "must be a configuration id: digits").optional(),
  /** Where browsers reach Meta's sign-in. */
  META_SIGN_IN_URL: web.default("https://www.facebook.com"),
  TELEGRAM_API_URL: web.default("https://api.telegram.org"),
  PINECONE_URL: web.default("https://api.pinecone.io"),
  OPENAI_BASE_URL: web.default("https://api.openai.com/v1"),
  AI_BASE_URL: web.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  /** An embedding model at AI_BASE_URL. Unset: passages are found by keyword search only. */
  AI_EMBEDDING_MODEL: z.string().max(200).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: web.default("https://api.stripe.com"),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  /** Megabytes of files that a workspace may store; 0: no limit. */
  STORAGE_QUOTA_MB: wholeNumber(0, 1_000_000_000).default(0),
  /** Private address ranges that requests to customer-given addresses may reach. The start command sets it for a trial. */
  OUTBOUND_ALLOW: addressRanges.default([]),
  /** The name servers that are asked for a domain's TXT record. Empty: the machine's own. */
  DNS_SERVERS: nameServers.default([]),
  /** Whether customer-given addresses outside OUTBOUND_ALLOW must use https. Unset: only in production. */
  OUTBOUND_HTTPS_ONLY: z.enum(["yes", "no"]).optional(),
  /** Address ranges of trusted reverse proxies. Their x-forwarded-for header is used. */
  TRUSTED_PROXIES: addressRanges.default([]),
  /** How long a session lasts without a request or an open portal page. */
  SESSION_IDLE_MINUTES: wholeNumber(5, 720).default(30),
  /** Requests per second and key; 0: no limit. */
  API_RATE_LIMIT: wholeNumber(0, 1_000_000).default(100),
  /** The highest cost of one GraphQL document, in requested rows; 0: no limit. */
  API_COST_LIMIT: wholeNumber(0, 1_000_000_000).default(20_000),
  /** Rows per second that the documents of one workspace may request; 0: no limit. */
  API_COST_RATE: wholeNumber(0, 1_000_000_000).default(100_000),
  /** Worker processes of the start command; 0 when workers run elsewhere. */
  WORKERS: wholeNumber(0, 64).default(1),
  /** Days to keep an ended conversation and its messages; 0: forever. */
  KEEP_CONVS_DAYS: daysKept.default(0),
  /** Days to keep the audit record; 0: forever. */
  KEEP_AUDIT_DAYS: daysKept.default(0),
  /** Days to keep send attempts; 0: forever. */
  KEEP_ATTEMPTS_DAYS: daysKept.default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** The token for /metrics. Unset: there is no /metrics. */
  METRICS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  /**
   * The port where a worker serves /metrics, /healthz and /readyz. Further workers on the machine use the next free ports.
   * Unset: none.
   */
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  /** A trace collector that accepts OTLP over HTTP. Unset: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: web.optional(),
  /** The share of traces to keep. */
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  /** How long a stopping process may take to finish its work. */
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(30),
  /**
   * How much of SHUTDOWN_SECONDS (at most a third) a stopping web process still accepts requests while /readyz reports not
   * ready. Must exceed the load balancer's health check interval. The start command sets 0, because it has no load balancer.
   */
  DRAIN_SECONDS: wholeNumber(0, 600).default(5),
});

/** For the test that every setting is documented. */
export const SETTING_NAMES = Object.keys(settings.shape);

const together = [
  ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["AI_BASE_URL", "AI_MODEL"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["META_APP_ID", "META_APP_SECRET"],
] as const;

type MadeUp = "APP_URL" | "MAIL_FROM" | "OUTBOUND_HTTPS_ONLY";
export type Settings = Omit<z.infer<typeof settings>, MadeUp> & {
  APP_URL: string;
  MAIL_FROM: string;
  OUTBOUND_HTTPS_ONLY: "yes" | "no";
};
type Required = "DATABASE_URL" | "NEXTAUTH_SECRET" | "ENCRYPTION_KEY";
export type Env = Settings & { [K in Required]-?: NonNullable<Settings[K]> };

/**
 * All settings. Those that the start command can create itself may be missing.
 * @throws SettingError for the first invalid one.
 */
export function readSettings(source: NodeJS.ProcessEnv): Settings {
  // An empty value in a .env file or a container's form means "not set".
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

/**
 * Also requires the settings that a running process needs.
 * @throws SettingError
 */
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

/** The settings of this process. Read once, on first use. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}

/** Makes the next `env()` read the settings again: tests change them. */
export function resetEnv(): void {
  current = undefined;
}
