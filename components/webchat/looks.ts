import type { Webchat } from "./queries.ts";

/** The settings in the form: the chat's appearance and allowed sites. */
export type Looks = Pick<
  Webchat,
  "title" | "greeting" | "offlineText" | "color" | "theme" | "position" | "launcherText" | "allowedOrigins"
>;

export function looksOf(settings: Webchat): Looks {
  const { title, greeting, offlineText, color, theme, position, launcherText, allowedOrigins } = settings;
  return { title, greeting, offlineText, color, theme, position, launcherText, allowedOrigins };
}

/** Whether a text is a site's origin (scheme, host, port). The first label may be a wildcard: https://*.shop.example. */
export function isOrigin(text: string): boolean {
  const [, scheme = "", rest = ""] = /^(https?:\/\/)(?:\*\.)?([^/*\s]+)\/?$/i.exec(text.trim()) ?? [];
  const url = URL.parse(scheme + rest);
  return url !== null && url.origin === `${scheme}${rest}`.toLowerCase();
}

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);
