import type { Json } from "../graphql/graphql.ts";
import { suggestedValue } from "./contact-fields.ts";
import { readDefinition, type TemplateParts } from "./template-definition.ts";
import {
  fieldProblem,
  filledComponents,
  isFillable,
  templateFields,
  type FieldProblem,
  type TemplateValues,
} from "./template-fields.ts";
import { whyNotChoosable } from "./template-state.ts";
import { valuesOf } from "./template-values.ts";

/** A template in the channel's list, as far as choosing and filling need it. */
export type Definition = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  qualityScore: string | null;
  parameterFormat: string | null;
  components: Json;
};

/** A named value, for a channel without a list of its templates' variables. */
type NamedValue = { id: string; name: string; value: string };

/** A template being chosen and filled. JSON-serializable. `pairs` are for channels without a list. */
export type TemplateDraft = { name: string; language: string; values: TemplateValues; pairs: NamedValue[] };

export const NO_TEMPLATE: TemplateDraft = { name: "", language: "", values: {}, pairs: [] };

export function partsOf(definition: Definition): TemplateParts {
  return readDefinition(definition.components, definition.parameterFormat);
}

export function definitionOf(definitions: readonly Definition[], draft: TemplateDraft): Definition | null {
  return definitions.find(({ name, language }) => name === draft.name && language === draft.language) ?? null;
}

/** The draft for a newly chosen template. Variables named after contact fields are filled with them. */
export function draftOf(definition: Definition, before: TemplateDraft): TemplateDraft {
  const fields = templateFields(partsOf(definition));
  const suggested = fields
    .filter(({ kind }) => kind === "text")
    .map(({ key, name }) => [key, suggestedValue(name)] as const)
    .filter(([, value]) => value !== "");
  // Another language of the same template has the same fields, so keep the typed values.
  const kept = before.name === definition.name ? before.values : {};
  return {
    ...before,
    name: definition.name,
    language: definition.language,
    values: { ...Object.fromEntries(suggested), ...kept },
  };
}

/** The draft of a stored broadcast, for editing. */
export function draftFrom(
  stored: { templateName: string; templateLang: string | null; templateComponents: Json },
  definition: Definition | null,
): TemplateDraft {
  const { templateName: name, templateLang, templateComponents } = stored;
  if (definition) {
    const values = valuesOf(partsOf(definition), templateComponents);
    return { name, language: definition.language, values, pairs: [] };
  }
  return { name, language: templateLang ?? "", values: {}, pairs: pairsOf(templateComponents) };
}

/** The template as the API takes it, with its remaining problems. */
export type ReadyTemplate = {
  templateName: string;
  templateLang: string | null;
  templateComponents: Json;
  /** Problems by field key. */
  problems: Readonly<Record<string, FieldProblem>>;
  /** No known problem prevents sending. */
  isReady: boolean;
};

/** @param definition null: the channel has no list, and the person typed the template's name. */
export function readyTemplate(draft: TemplateDraft, definition: Definition | null, nowMs: number): ReadyTemplate {
  const templateName = draft.name.trim();
  if (!definition) {
    const components = pairComponents(draft.pairs);
    const templateLang = draft.language.trim() || null;
    return { templateName, templateLang, templateComponents: components, problems: {}, isReady: templateName !== "" };
  }
  const parts = partsOf(definition);
  const found = templateFields(parts).flatMap((field) => {
    const problem = fieldProblem(field, draft.values[field.key] ?? "", nowMs);
    return problem ? [[field.key, problem] as const] : [];
  });
  return {
    templateName,
    templateLang: definition.language,
    templateComponents: filledComponents(parts, draft.values),
    problems: Object.fromEntries(found),
    isReady: found.length === 0 && whyNotChoosable(definition.status, isFillable(parts)) === null,
  };
}

/** Named values as named parameters of a body, which every receiver can read. */
function pairComponents(pairs: readonly NamedValue[]): Json {
  const parameters = pairs
    .filter(({ name }) => name.trim() !== "")
    .map(({ name, value }) => ({ type: "text", parameter_name: name.trim(), text: value }));
  return parameters.length > 0 ? [{ type: "body", parameters }] : null;
}

function pairsOf(components: Json): NamedValue[] {
  const names = new Set<string>();
  const any = readDefinition([], "NAMED");
  const values = valuesOf(any, components);
  return Object.entries(values).flatMap(([key, value]) => {
    const name = key.replace(/^body\./, "");
    if (names.has(name)) return [];
    names.add(name);
    return [{ id: name, name, value }];
  });
}
