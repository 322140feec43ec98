/** The JSON of structured messages. Parsing returns null for any other content, which is then shown as text. */

export type Option = { id: string; title: string; description: string | null };
export type Question = {
  header: string | null;
  body: string;
  footer: string | null;
  groups: { title: string; options: Option[] }[];
};
export type Place = { latitude: number; longitude: number; name: string | null };

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

function optionsOf(value: unknown): Option[] {
  return list(value).flatMap((option) => {
    if (!isObject(option)) return [];
    const [id, title] = [text(option.id), text(option.title)];
    return id && title ? [{ id, title, description: text(option.description) }] : [];
  });
}

/** A question with buttons or a list. */
export function parseQuestion(content: string): Question | null {
  const value = parse(content);
  const body = isObject(value) ? text(value.body) : null;
  if (!isObject(value) || !body) return null;
  const sections = isObject(value.list) ? list(value.list.sections).filter(isObject) : [];
  const groups = [
    { title: "", options: optionsOf(value.buttons) },
    ...sections.map((section) => ({ title: text(section.title) ?? "", options: optionsOf(section.rows) })),
  ];
  return {
    header: text(value.header),
    body,
    footer: text(value.footer),
    groups: groups.filter(({ options }) => options.length > 0),
  };
}

/** The title of the visitor's choice. */
export function parseChoice(content: string): string | null {
  const value = parse(content);
  return isObject(value) && isObject(value.reply) ? text(value.reply.title) : null;
}

/** The visitor's choice in the server's format. */
export function choiceContent({ id, title }: Option): string {
  return JSON.stringify({ reply: { id, title } });
}

export function parsePlace(content: string): Place | null {
  const value = parse(content);
  if (!isObject(value) || typeof value.latitude !== "number" || typeof value.longitude !== "number") return null;
  return { latitude: value.latitude, longitude: value.longitude, name: text(value.name) ?? text(value.address) };
}
