/** Light, dark, or as the system says. */
export const COLOUR_SCHEMES = ["light", "dark", "auto"] as const;

export function colourScheme(name: string): (typeof COLOUR_SCHEMES)[number] {
  return COLOUR_SCHEMES.find((scheme) => scheme === name) ?? "auto";
}
