import Bowser from "bowser";

/** What a sign-in was made with; null where its user agent does not say. */
export type Browser = { browser: string | null; system: string | null; isMobile: boolean };

/** Reads the `user-agent` of a sign-in into names that a person knows. */
export function browserOf(userAgent: string | null): Browser {
  if (!userAgent) return { browser: null, system: null, isMobile: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    isMobile: platform.type === "mobile" || platform.type === "tablet",
  };
}
