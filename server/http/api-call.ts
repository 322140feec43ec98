import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";

/** The description of an endpoint for other programs, from which /openapi.json is made (rest/open-api.ts). */
export type ApiCall = {
  /** The heading of the group in which it is listed. */
  group: "Send and receive" | "Web chat" | "GraphQL" | "Events" | "Files and exports" | "Operating";
  /** One line. */
  summary: string;
  /** Markdown. */
  details?: string;
  /** How callers prove who they are. */
  caller: Caller;
  /** What the parameters in the address mean, by name. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, ApiParameter>>;
  headers?: Readonly<Record<string, string>>;
  /** The schema of a JSON body, or `file` for any bytes. */
  body?: z.ZodType | "file";
  answer: { status: number; says: string; type?: string; body?: z.ZodType };
  /** The codes of the refusals. Each stands for a status. */
  refusals?: readonly ErrorCode[];
};

/** `key`: an API key, or the portal's session. `channelToken`: the validateToken of a custom channel. `visitor`: a web chat's session. */
export type Caller = "key" | "channelToken" | "visitor" | "metricsToken" | "anybody";

/** What it means; `isList`: it may be given several times. */
export type ApiParameter = string | { says: string; isRequired?: boolean; isList?: true };

/** The workspace of a call without a body. */
export const WORKSPACE_ID: ApiParameter = { says: "The workspace's number", isRequired: true };
