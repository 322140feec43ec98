import { z } from "zod";
import { quote, say, type Said } from "../../say.ts";
import type { OutgoingMessage } from "../channel.ts";
import type { Body } from "../structured-content.ts";

/** Names are Meta's. The contents are passed on unchanged, so unknown kinds work too. */
const parameters = z.array(z.looseObject({ type: z.string() })).optional();
const inCard = z.looseObject({
  type: z.string(),
  parameters,
  sub_type: z.string().optional(),
  index: z.union([z.string(), z.number()]).optional(),
});
const card = z.looseObject({ card_index: z.number(), components: z.array(inCard) });
const components = z.array(inCard.extend({ cards: z.array(card).optional() })).nullable();
type Component = NonNullable<z.infer<typeof components>>[number];

/**
 * A template as WhatsApp and Messenger take it. `components` are Meta's own: header, body, button (with sub_type and index), carousel with
 * cards, limited_time_offer and any later ones. Text that Meta would refuse, for example from a contact's field, gives an error that
 * names it. A missing contact field is sent as empty text (contract.md, Messaging), and Meta decides.
 */
export function templateBody(template: OutgoingMessage["template"]): Body {
  if (!template) return { error: say("provider.wa.templateNone") };
  const { name, language } = template;
  if (!language) return { error: say("provider.wa.templateLanguage", { name }) };
  const parsed = components.safeParse(template.components ?? null);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = ["templateComponents", ...(issue?.path ?? [])].join(".");
    const problem = quote(issue?.message ?? "it cannot be read");
    return { error: say("channels.template.shape", { field: place, problem }) };
  }
  const given = parsed.data ?? [];
  const problem = given.flatMap((component, index) => problems(component, `templateComponents.${index}`)).at(0);
  if (problem) return { error: problem };
  return {
    template: {
      name,
      language: { code: language },
      ...(given.length > 0 ? { components: given.map(written) } : {}),
    },
  };
}

/** Template lists write kinds in capitals, sends in lower case. Callers copy them from the lists. */
function written(component: Component): Record<string, unknown> {
  const { type, sub_type, cards, ...rest } = component;
  return {
    type: type.toLowerCase(),
    ...(sub_type === undefined ? {} : { sub_type: sub_type.toLowerCase() }),
    ...rest,
    ...(cards === undefined
      ? {}
      : { cards: cards.map((each) => ({ ...each, components: each.components.map(written) })) }),
  };
}

function problems(component: Component, place: string): Said[] {
  const own = (component.parameters ?? []).flatMap((parameter, index) =>
    typeof parameter.text === "string" ? textProblems(parameter.text, `${place}.parameters.${index}.text`) : [],
  );
  if (
    component.type.toLowerCase() === "button" &&
    (component.sub_type === undefined || component.index === undefined)
  ) {
    own.push(say("provider.wa.buttonParts", { place }));
  }
  const inCards = (component.cards ?? []).flatMap((each, index) =>
    each.components.flatMap((inner, at) => problems(inner, `${place}.cards.${index}.components.${at}`)),
  );
  return [...own, ...inCards];
}

function textProblems(text: string, place: string): Said[] {
  if (/[\n\t]| {5}/.test(text)) return [say("channels.template.whitespace", { field: place })];
  return [];
}
