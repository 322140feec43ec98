/** Red, green, blue, each 0–255. */
type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** WCAG 2.2 contrast for normal text. */
const READABLE = 4.5;
/** Steps towards black or white. 20 steps reach it. */
const STEPS = 20;

/** "#rrggbb" as numbers. null: another format. */
function parseHex(text: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (!match) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => parseInt(part, 16));
  return [red, green, blue];
}

const toHex = (colour: Rgb) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** WCAG contrast of two "#rrggbb" colors, 1–21. 1 if one of them is no color. */
export function contrast(one: string, other: string): number {
  const [a, b] = [parseHex(one), parseHex(other)];
  return a && b ? ratio(a, b) : 1;
}

/** White or black, whichever is readable on a color. White if both are. One of them always has 4.5 : 1. */
export function textOn(background: string): string {
  const colour = parseHex(background);
  return !colour || ratio(colour, WHITE) >= READABLE ? "#ffffff" : "#000000";
}

/** The color itself, or the nearest darker or lighter one that is readable as text on a surface. */
export function readableOn(surface: string, colour: string): string {
  const [ground, wanted] = [parseHex(surface), parseHex(colour)];
  if (!ground || !wanted) return textOn(surface);
  const end = ratio(ground, WHITE) >= ratio(ground, BLACK) ? WHITE : BLACK;
  for (let step = 0; step < STEPS; step += 1) {
    const [red = 0, green = 0, blue = 0] = wanted.map((part, at) => part + ((end[at] ?? 0) - part) * (step / STEPS));
    // Round first, so that the measured color is the displayed one.
    const shade = toHex([red, green, blue]);
    if (contrast(shade, surface) >= READABLE) return shade;
  }
  return toHex(end);
}
