import type { Said } from "./say.ts";

/**
 * Removes secrets from log entries and job records: passwords, tokens, keys and header values. Entries keep their shape. A
 * member with a secret's name is removed at any depth, and text that looks like a secret is removed from any string.
 */

/** Replaces removed text. */
export const CUT = "[cut]";

/** Objects deeper or wider than this are cut. */
const MOST_LEVELS = 8;
const MOST_ITEMS = 100;
/** The most characters of one text: enough for a stack trace, too few for a file. */
const LONGEST_TEXT = 10_000;
const MOST_CAUSES = 4;

const SECRET_NAME =
  /(?:^key|password|passwd|secret|token|api_?key|access_?key|private_?key|encryption_?key|authorization|cookie|credentials|headers|integrationProperties)$/i;

const SHAPES: readonly [RegExp, string][] = [
  // User and password in a URL.
  [/(:\/\/)[^\s/@:]*:[^\s/@]+@/g, `$1${CUT}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${CUT}`],
  // Our keys and webhook secrets; keys of model providers and Stripe; tokens of Meta and Telegram; JWT and JWE.
  [/\b(svck_|whsec_|pcsk_|[spr]k[-_])[\w+/=-]{12,}/g, `$1${CUT}`],
  [/\bEAA[A-Za-z0-9]{20,}/g, `EAA${CUT}`],
  [/\b(bot)?\d{5,12}:[\w-]{20,}/g, `$1${CUT}`],
  [/\beyJ[\w-]{10,}\.[\w-]*\.[\w.-]*/g, `eyJ${CUT}`],
  // name=value in URLs and forms, "name": "value" in JSON and in inspect() output. Each pattern starts at a word boundary.
  // Otherwise a long text would be scanned again from each of its characters.
  [/([?&;\s][\w.]*(?:token|secret|password|signature|sig|api_?key|key)=)[^&\s"']+/gi, `$1${CUT}`],
  [
    /(["']?(?<![\w-])[\w-]*(?:token|secret|password|api_?key|authorization|cookie)["']?\s*:\s*)(["'`])[^"'`]*\2/gi,
    `$1$2${CUT}$2`,
  ],
];

/** A text that is safe to log. */
export function scrubText(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)` : text;
  let scrubbed = short;
  for (const secret of ownSecrets()) scrubbed = scrubbed.replaceAll(secret, CUT);
  for (const [shape, instead] of SHAPES) scrubbed = scrubbed.replace(shape, instead);
  return scrubbed;
}

/** An object that is safe to log, whatever it contains. Errors become `{ type, message, code, stack, cause }`. */
export function scrubFacts(facts: object): Record<string, unknown> {
  return scrub(facts, 0) as Record<string, unknown>;
}

/** An error in one line, for the record of a failed job. */
export function sayError(error: unknown): string {
  if (!(error instanceof Error)) return scrubText(String(error));
  return `${error.name}: ${messageOf(error)}`;
}

/** Shorter secrets could be ordinary words of a response. */
const SHORTEST_SECRET = 8;

/**
 * The text of a remote server without the secrets sent to it, since some servers echo the request.
 * @param sent the data sent to the server or known about it. In objects, only texts under a secret's name count; in a plain
 * list, all texts.
 */
export function withoutSecrets(said: string, sent: unknown): string {
  let text = said;
  for (const secret of secretsIn(sent, Array.isArray(sent))) text = text.replaceAll(secret, CUT);
  return text;
}

/** The same for a sentence: cleans all its parameters. */
export function saidWithoutSecrets({ code, params }: Said, sent: unknown): Said {
  const clean = (param: Said["params"][string]) => {
    if (typeof param === "string") return withoutSecrets(param, sent);
    return typeof param === "object" && "code" in param ? saidWithoutSecrets(param, sent) : param;
  };
  return { code, params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, clean(param)])) };
}

function secretsIn(value: unknown, isSecret: boolean): string[] {
  if (typeof value === "string") {
    return isSecret ? [value, ...value.split(/\s+/)].filter((text) => text.length >= SHORTEST_SECRET) : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => secretsIn(member, isSecret || SECRET_NAME.test(name)));
}

function scrub(value: unknown, level: number): unknown {
  if (typeof value === "string") return scrubText(value);
  if (typeof value !== "object" || value === null) return value;
  if (level > MOST_LEVELS) return "[deeper]";
  if (value instanceof Error) return errorFacts(value, level);
  if (value instanceof Date) return value;
  if (value instanceof URL) return scrubText(value.href);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Headers || value instanceof Map || value instanceof Set) return CUT;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => scrub(item, level + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ITEMS)
      .map(([name, member]) => [name, SECRET_NAME.test(name) && isNews(member) ? CUT : scrub(member, level + 1)]),
  );
}

/** Whether a member can be a secret. null, undefined, booleans and numbers may be logged. */
function isNews(member: unknown): boolean {
  return member !== null && member !== undefined && typeof member !== "boolean" && typeof member !== "number";
}

/**
 * Only the members that every error has. Members that libraries add are left out: a request with its headers, a row with its
 * values, a query's arguments.
 */
function errorFacts(error: Error, level: number): Record<string, unknown> {
  const { code, status, statusCode } = error as { code?: unknown; status?: unknown; statusCode?: unknown };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const several = error instanceof AggregateError ? error.errors.slice(0, MOST_CAUSES) : [];
  return {
    type: error.name,
    message: messageOf(error),
    ...plain({ code, status, statusCode }),
    stack: scrubText(frames.join("\n")),
    ...(error.cause !== undefined && level < MOST_CAUSES ? { cause: scrub(error.cause, level + 1) } : {}),
    ...(several.length > 0 ? { errors: several.map((one: unknown) => scrub(one, level + 1)) } : {}),
  };
}

function plain(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(
      ([, fact]) => typeof fact === "number" || (typeof fact === "string" && fact.length < 100),
    ),
  );
}

/** Prisma quotes the arguments of the call, which include people's texts, above the line that says what was wrong. */
function messageOf(error: Error): string {
  const { message } = error;
  const said = error.name.startsWith("PrismaClient") ? (message.trim().split("\n").at(-1) ?? message) : message;
  return scrubText(said);
}

let known: { source: string; secrets: string[] } | null = null;

/** The process's own secrets from its settings, and the passwords in its URLs. */
function ownSecrets(): string[] {
  const named = Object.entries(process.env).filter(([name]) => /(?:SECRET|_KEYS?|TOKEN|PASSWORD|_URL)$/.test(name));
  const source = named.map(([, value]) => value).join("\n");
  if (known?.source === source) return known.secrets;
  const secrets = named.flatMap(([name, value = ""]) => (name.endsWith("_URL") ? passwordOf(value) : value.split(",")));
  // A shorter secret could be a word.
  known = { source, secrets: secrets.filter((secret) => secret.length >= 12) };
  return known.secrets;
}

function passwordOf(address: string): string[] {
  const password = URL.parse(address)?.password ?? "";
  return password ? [password, decodeURIComponent(password)] : [];
}
