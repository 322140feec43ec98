/** Light, dark, or as the system says. */
export const COLOUR_SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "Auto" },
] as const;

/** A known scheme of that name. */
export function colourScheme(name: string): (typeof COLOUR_SCHEMES)[number]["value"] {
  return COLOUR_SCHEMES.find(({ value }) => value === name)?.value ?? "auto";
}
