import { vi } from "vitest";
import { log } from "../../log.ts";

/** An HTTP response; status 0 if none came. */
export type Given = { status: number; text: string };

/** Texts that no response may contain, with their source. */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  ["a stack trace", /\n\s+at |\\n\s+at /],
  ["a path of the machine", /node_modules|file:\/\/\/(?!etc)|\/server\/[\w/-]+\.ts|\/generated\/prisma/],
  ["words of Prisma", /\bPrisma|\bP[1-6]\d{3}: |prisma\.\w+\.\w+\(/],
  [
    "words of the database",
    /syntax error at or near|violates (?:unique|check|foreign key|not-null|exclusion)|duplicate key value|invalid input syntax for|invalid byte sequence|relation \\?"|column \\?"[\w.]+\\?" (?:does|of)|operator does not exist|current transaction is aborted|\bSQLSTATE\b/,
  ],
  [
    "words of JavaScript",
    /Cannot (?:read|set) propert|is not (?:a function|iterable)|Maximum call stack|\[object Object\]/,
  ],
];

/** The contract's texts by their GraphQL codes, byte for byte. */
const TEXTS: Record<string, readonly string[]> = {
  MISSING_WORKSPACE_ID: ["Your request does not have workspaceId in GraphQL variables"],
  UNAUTHENTICATED: ["Invalid API key"],
  INVALID_TOKEN: ["Your token is invalid or expired"],
  FORBIDDEN_ROLE: [
    "You do not have permission to access this resource with your current role assignment",
    // Not in the contract: changePassword says what to do,
    "Sign out and in again before you set your first password",
    // … patchWorkspaceSettings says who decides, and connectChannel what a key can do instead.
    "Only the owner decides whether the workspace requires two-factor sign-in",
    "Channels are connected by a person in the portal; with a key, createIntegration creates TELEGRAM, CUSTOM",
  ],
  FORBIDDEN_WORKSPACE: ["You do not have permission to access this resource using that API key"],
};
const TARGET_AGENT = "Target agent does not exist";

/** The problem with a response to any request; null: none. */
export function faultOf({ status, text }: Given): string | null {
  if (status === 0) return `no answer: ${text}`;
  if (status >= 500 && !text.includes('"PROVIDER_ERROR"')) return `status ${status}: ${text.slice(0, 300)}`;
  if (text.includes('"code":"INTERNAL"')) return `INTERNAL: ${text.slice(0, 300)}`;
  for (const [what, pattern] of LEAKS) {
    const found = pattern.exec(text);
    if (found) return `${what}: ${text.slice(Math.max(0, found.index - 100), found.index + 200)}`;
  }
  return null;
}

type GraphqlError = { message: string; extensions?: { code?: string } };

/** Like `faultOf`, for a GraphQL response: known codes, and the contract's sentences with their codes. */
export function graphqlFaultOf(given: Given): string | null {
  const fault = faultOf(given);
  if (fault) return fault;
  // The caller accepts no type that the server can send.
  if (given.status === 406 && given.text === "") return null;
  let errors: GraphqlError[];
  try {
    ({ errors = [] } = JSON.parse(given.text) as { errors?: GraphqlError[] });
  } catch {
    return `no JSON: ${given.text.slice(0, 300)}`;
  }
  for (const { message, extensions } of errors) {
    const code = extensions?.code;
    if (code === undefined) return `an error without a code: ${message.slice(0, 200)}`;
    const texts = TEXTS[code];
    if (texts && !texts.includes(message)) return `${code} in other words: ${message.slice(0, 200)}`;
    if (message.toLowerCase() === TARGET_AGENT.toLowerCase() && message !== TARGET_AGENT)
      return `other words: ${message}`;
  }
  return null;
}

/**
 * Records the errors that the product logs, while callers see at most an id. Includes a worker's warnings that contain an error.
 */
export function hearFaults(): { heard: string[]; stop: () => void } {
  const heard: string[] = [];
  const note = (facts: unknown) => {
    const { err, error } = (typeof facts === "object" && facts !== null ? facts : {}) as Record<string, unknown>;
    const cause = err ?? error;
    if (cause instanceof Error) heard.push((cause.stack ?? cause.message).slice(0, 1_500));
  };
  const spies = [vi.spyOn(log, "error").mockImplementation(note), vi.spyOn(log, "warn").mockImplementation(note)];
  return { heard, stop: () => spies.forEach((spy) => spy.mockRestore()) };
}
