import { z } from "zod";
import type { Integration } from "../generated/prisma/client.ts";
import { LINE_MAX, LONG_LINE_MAX } from "../text-rules.ts";
import { saying } from "../saying.ts";

const MOST_ORIGINS = 50;

/** `https://shop.example`, with a port where there is one, and nothing behind it; one label may be left open: `https://*.shop.example`. */
const origin = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text, issues) => {
    const [, scheme = "", star = "", rest = ""] = /^(https?:\/\/)(\*\.)?([^/*@?#\s]+)\/?$/.exec(text) ?? [];
    const host = URL.parse(scheme + rest)?.host ?? "";
    // It goes into a header between others: nothing that could end it there.
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

/** How a web chat looks and where it may stand. Public but for `allowedOrigins`, which only the frame's headers tell. */
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

/** A channel nobody has touched yet. Empty texts: the chat says it in the visitor's own language. */
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

/** What a caller may change; what is left out stays. */
export const webchatPatch = z.strictObject(fields).partial();

/** The channel's settings. A value that cannot be one (an older version's) counts as never set. */
export function webchatSettingsOf({ webchat }: Pick<Integration, "webchat">): WebchatSettings {
  const stored = typeof webchat === "object" && webchat !== null && !Array.isArray(webchat) ? webchat : {};
  const valid = Object.entries(fields).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...DEFAULTS, ...(Object.fromEntries(valid) as Partial<WebchatSettings>) };
}
