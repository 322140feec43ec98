import type { Webchat } from "./queries.ts";

/** What the form changes: how the chat looks, and where it may stand. */
export type Looks = Pick<
  Webchat,
  "title" | "greeting" | "offlineText" | "color" | "theme" | "position" | "launcherText" | "allowedOrigins"
>;

export function looksOf(settings: Webchat): Looks {
  const { title, greeting, offlineText, color, theme, position, launcherText, allowedOrigins } = settings;
  return { title, greeting, offlineText, color, theme, position, launcherText, allowedOrigins };
}

/** Why a text is not the origin of a site (scheme, host, port), or null. One label may be left open: https://*.shop.example. */
export function originProblem(text: string): string | null {
  const [, scheme = "", rest = ""] = /^(https?:\/\/)(?:\*\.)?([^/*\s]+)\/?$/i.exec(text.trim()) ?? [];
  const url = URL.parse(scheme + rest);
  if (url && url.origin === `${scheme}${rest}`.toLowerCase()) return null;
  return `“${text.trim()}” is not the address of a site, like https://shop.example`;
}

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);
