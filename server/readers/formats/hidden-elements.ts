/** The attributes that decide whether people see an element. */
type Attributes = Readonly<Record<string, string>>;

/** Class names that style sheets use to hide text, or to show it to screen readers only. */
const HIDDEN_CLASSES =
  /(?:^|\s)(?:hidden|d-none|is-hidden|sr-only|screen-reader(?:-text|-only)?|visually-?hidden|visuallyhidden|u-hidden)(?:\s|$)/i;
/** Names of notices in front of a page, which are not part of its content. */
const NOTICES = /(?:^|[\s_-])(?:cookie|consent|gdpr)(?:s|[\s_-]|$)/i;

/**
 * Whether people who look at the page do not see this element, judging by its own attributes. Hidden text can contain
 * instructions to programs.
 * @param background the background colour, from the inline styles above it.
 */
export function isHiddenFromPeople(attributes: Attributes, background: string): boolean {
  const { class: classes = "", id = "" } = attributes;
  // hidden="until-found" becomes visible when a person searches the page.
  if (attributes.hidden !== undefined && attributes.hidden !== "until-found") return true;
  if (attributes["aria-hidden"] === "true" || attributes.inert !== undefined) return true;
  if (HIDDEN_CLASSES.test(classes) || NOTICES.test(classes) || NOTICES.test(id)) return true;
  return attributes.style !== undefined && isHiddenByStyle(readStyle(attributes.style), background);
}

/** The background colour of an element's text. */
export function backgroundOf(attributes: Attributes, above: string): string {
  const style = attributes.style === undefined ? null : readStyle(attributes.style);
  return backgroundIn(style) ?? (attributes.bgcolor ? colour(attributes.bgcolor) : above);
}

type Style = ReadonlyMap<string, string>;

function readStyle(text: string): Style {
  const parts = text
    .toLowerCase()
    .replace(/\/\*.*?\*\//gs, "")
    .replaceAll("!important", "")
    .split(";");
  return new Map(
    parts.flatMap((part) => {
      const at = part.indexOf(":");
      return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const];
    }),
  );
}

function isHiddenByStyle(style: Style, background: string): boolean {
  const of = (name: string) => style.get(name) ?? "";
  const isNothing = (name: string) => /^0(?:\.0+)?(?:[a-z%]*)$/.test(of(name));
  if (of("display") === "none" || ["hidden", "collapse"].includes(of("visibility"))) return true;
  if (style.has("opacity") && Number.parseFloat(of("opacity")) < 0.1) return true;
  if (style.has("font-size") && isTiny(of("font-size"))) return true;
  if (/(?:^|\s)0(?:px|pt|em|rem|%)?(?:\/|\s)/.test(of("font"))) return true;
  if (["left", "right", "top", "bottom", "text-indent", "margin-left", "margin-top"].some((side) => isFarOff(of(side))))
    return true;
  if (/translate[^)]*-\d{4,}|scale[xy]?\(\s*0(?:\.0+)?\s*[,)]/.test(of("transform"))) return true;
  if (/rect\(\s*(?:0|1px)/.test(of("clip")) || /inset\(\s*(?:50|100)%/.test(of("clip-path"))) return true;
  const isClipped = /hidden|clip/.test(`${of("overflow")} ${of("overflow-x")} ${of("overflow-y")}`);
  if (isClipped && ["width", "height", "max-width", "max-height"].some((side) => isNothing(side) || of(side) === "1px"))
    return true;
  return hasColourOf(style, backgroundIn(style) ?? background);
}

function isTiny(size: string): boolean {
  const [, number = "", unit = ""] = /^([\d.]+)([a-z%]*)$/.exec(size) ?? [];
  if (number === "") return false;
  const pixels = { em: 16, rem: 16, "%": 0.16, pt: 1.33 }[unit] ?? 1;
  return Number(number) * pixels < 3;
}

function isFarOff(offset: string): boolean {
  const [, number = "0", unit = ""] = /^(-[\d.]+)([a-z%]*)$/.exec(offset) ?? [];
  return Number(number) <= (unit === "px" || unit === "" ? -400 : -40);
}

function hasColourOf(style: Style, background: string): boolean {
  const own = style.get("color");
  return own !== undefined && (colour(own) === "transparent" || colour(own) === background);
}

function backgroundIn(style: Style | null): string | null {
  const given = style?.get("background-color") ?? style?.get("background")?.split(/\s+(?![^(]*\))/)[0];
  if (given === undefined || /^(?:none|inherit|initial|unset|transparent|url|linear|radial|var)/.test(given))
    return null;
  return colour(given);
}

const NAMED: Record<string, string> = { white: "255,255,255", black: "0,0,0" };

/** Normalizes a colour: "255,255,255", "transparent", or its given name. */
export function colour(text: string): string {
  const given = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(given)?.[1];
  if (hex) {
    const wide = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join("") : hex;
    if (wide.slice(6) === "00") return "transparent";
    return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)).join(",");
  }
  const numbers = /^rgba?\(([^)]*)\)$/
    .exec(given)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  if (numbers) return Number.parseFloat(numbers[3] ?? "1") === 0 ? "transparent" : numbers.slice(0, 3).join(",");
  return NAMED[given] ?? given;
}
