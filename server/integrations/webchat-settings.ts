import { z } from "zod";
import type { Integration } from "../generated/prisma/client.ts";
import { LINE_MAX, LONG_LINE_MAX } from "../text-rules.ts";
import { saying } from "../saying.ts";

const MOST_ORIGINS = 50;

/** `https://shop.example`, optionally with a port and without a path. The first label may be a wildcard: `https://*.shop.example`. */
const origin = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text, issues) => {
    const [, scheme = "", star = "", rest = ""] = /^(https?:\/\/)(\*\.)?([^/*@?#\s]+)\/?$/.exec(text) ?? [];
    const host = URL.parse(scheme + rest)?.host ?? "";
    // The origin goes into a header with others, so it must contain nothing that could end the value.
    if (/^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/.test(host)) return scheme + star + host;
    issues.addIssue(saying("channels.origin"));
    return z.NEVER;
  });

const line = (max: number) => z.string().trim().max(max);

const fields = {
  title: line(LINE_MAX),
  greeting: line(LONG_LINE_MAX),
  offlineText: line(LONG_LINE_MAX),
  color: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, saying("channels.colour")),
  theme: z.enum(["auto", "light", "dark"]),
  position: z.enum(["right", "left"]),
  launcherText: line(60),
  allowedOrigins: z.array(origin).max(MOST_ORIGINS),
};

/** A web chat's appearance and allowed sites. All public except `allowedOrigins`, which only the frame's headers reveal. */
export type WebchatSettings = {
  title: string;
  greeting: string;
  offlineText: string;
  color: string;
  theme: "auto" | "light" | "dark";
  position: "right" | "left";
  launcherText: string;
  /** Empty: any site. */
  allowedOrigins: string[];
};

/** Settings of a new channel. For empty texts, the chat uses its own text in the visitor's language. */
const DEFAULTS: WebchatSettings = {
  title: "",
  greeting: "",
  offlineText: "",
  color: "#2563eb",
  theme: "auto",
  position: "right",
  launcherText: "",
  allowedOrigins: [],
};

/** The settings that a caller may change; omitted ones stay. */
export const webchatPatch = z.strictObject(fields).partial();

/** The channel's settings. An invalid value (of an older version) counts as not set. */
export function webchatSettingsOf({ webchat }: Pick<Integration, "webchat">): WebchatSettings {
  const stored = typeof webchat === "object" && webchat !== null && !Array.isArray(webchat) ? webchat : {};
  const valid = Object.entries(fields).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...DEFAULTS, ...(Object.fromEntries(valid) as Partial<WebchatSettings>) };
}
