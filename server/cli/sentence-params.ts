import { TYPE, parse, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";

/**
 * The types of what is filled into each sentence of the service, read from the English catalogue.
 * @param catalogue the texts of `service.json`: groups in groups, ICU messages at the ends.
 */
export function sentenceParams(catalogue: object): string {
  const lines = sentencesOf(catalogue).map(([code, text]) => {
    const places = new Map<string, string>();
    collect(parse(text, { ignoreTag: true }), places);
    const shape = [...places].map(([name, type]) => `${name}: ${type}`).join("; ");
    return `  ${JSON.stringify(code)}: ${shape === "" ? "Record<never, never>" : `{ ${shape} }`};`;
  });
  return `export type SentenceParams<Filling> = {\n${lines.join("\n")}\n};\n`;
}

function sentencesOf(group: object, path = ""): [code: string, text: string][] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? sentencesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)]],
  );
}

function collect(elements: MessageFormatElement[], places: Map<string, string>): void {
  for (const element of elements) {
    if (element.type === TYPE.plural || element.type === TYPE.number) places.set(element.value, "number");
    else if (element.type === TYPE.select) places.set(element.value, "string");
    else if (element.type === TYPE.argument) places.set(element.value, "Filling");
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) collect(option.value, places);
  }
}
