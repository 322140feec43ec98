/** Light, dark, or as the system says. */
export const COLOUR_SCHEMES = ["light", "dark", "auto"] as const;

/** A known scheme of that name. */
export function colourScheme(name: string): (typeof COLOUR_SCHEMES)[number] {
  return COLOUR_SCHEMES.find((scheme) => scheme === name) ?? "auto";
}
