import { useEffect, useState } from "preact/hooks";
import { readableOn, textOn } from "./colour.ts";
import type { Config } from "./protocol.ts";

/** The backgrounds of frame.css, on which the accent must be readable as text. */
const SURFACE = { light: "#ffffff", dark: "#191e1c" };
const DARK = "(prefers-color-scheme: dark)";

/** Applies the channel's theme and colors to the document. All stay readable, whatever color was chosen. */
export function useTheme(config: Config | null): void {
  const [isDark, setDark] = useState(() => matchMedia(DARK).matches);
  useEffect(() => {
    const media = matchMedia(DARK);
    const follow = () => setDark(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  const { theme = "auto", color } = config ?? {};
  useEffect(() => {
    const shown = theme === "auto" ? (isDark ? "dark" : "light") : theme;
    const root = document.documentElement;
    root.dataset.theme = shown;
    if (!color) return;
    root.style.setProperty("--accent", color);
    root.style.setProperty("--on-accent", textOn(color));
    root.style.setProperty("--accent-text", readableOn(SURFACE[shown], color));
  }, [theme, color, isDark]);
}
