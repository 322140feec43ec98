import { z } from "zod";
import type { TemplateDefinition } from "../template.ts";
import { checkButtons } from "./check-template-buttons.ts";
import {
  checkFields,
  checkMedia,
  fieldProblem,
  givenPart,
  isMediaFormat,
  variablesIn,
  type Filled,
  type GivenPart,
} from "./check-template-parameters.ts";
import { say, quote } from "../../say.ts";
import { problemAt, type FieldProblem } from "../../errors.ts";

const capitals = z.string().transform((text) => text.toUpperCase());
/** A part of a template as the account stores it. */
const madePart = z.object({
  type: capitals,
  format: capitals.optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  buttons: z
    .array(z.looseObject({ type: capitals }))
    .optional()
    .catch(undefined),
  cards: z
    .array(z.object({ components: z.unknown() }))
    .optional()
    .catch(undefined),
  limited_time_offer: z.object({ has_expiration: z.boolean().optional() }).optional().catch(undefined),
});
type MadePart = z.infer<typeof madePart>;

const givenParts = z.array(givenPart).nullish();

const ROOT = "templateComponents";

/**
 * What WhatsApp would refuse in a template's components, each with the exact field (`templateComponents.1.parameters.0.text`),
 * before anything is sent. Our placeholders count as text of any length. Unknown kinds, and templates with an unreadable
 * definition, are left to the provider.
 * @param given templateComponents as the caller wrote them, unfilled.
 */
export function checkTemplate(definition: TemplateDefinition, given: unknown): FieldProblem[] {
  return check(definition, given, true);
}

/** The same for a page's template. Its buttons are left to Meta: public clients fill them in two forms. */
export function checkPageTemplate(definition: TemplateDefinition, given: unknown): FieldProblem[] {
  return check(definition, given, false);
}

function check(definition: TemplateDefinition, given: unknown, withButtons: boolean): FieldProblem[] {
  const made = madeParts(definition.components);
  const body = made.find(({ type }) => type === "BODY")?.text;
  if (body === undefined) return [];
  const isNamed =
    definition.parameterFormat === null
      ? variablesIn(body).some((name) => !/^\d+$/.test(name))
      : definition.parameterFormat.toUpperCase() === "NAMED";
  return checkParts(made, given, { place: ROOT, card: "template", isNamed, withButtons });
}

function madeParts(components: unknown): MadePart[] {
  return Array.isArray(components) ? components.flatMap((each: unknown) => madePart.safeParse(each).data ?? []) : [];
}

function checkParts(made: MadePart[], components: unknown, filled: Filled): FieldProblem[] {
  const { place, card } = filled;
  const read = givenParts.safeParse(components);
  if (!read.success) {
    return read.error.issues
      .slice(0, 1)
      .map(({ path, message }) =>
        fieldProblem([place, ...path].join("."), (field) =>
          say("channels.template.shape", { field, problem: quote(message) }),
        ),
      );
  }
  const given: GivenPart[] = (read.data ?? []).map((part, index) => ({ ...part, place: `${place}.${index}` }));
  const madeOf = (type: string) => made.find((part) => part.type === type);
  const givenOf = (type: string) => given.find((part) => part.type === type);
  const twice = ["header", "body", "carousel", "limited_time_offer"].flatMap((type) =>
    given
      .filter((part) => part.type === type)
      .slice(1)
      .map((part) => fieldProblem(part.place, (field) => say("channels.template.second", { field, type, card }))),
  );
  const footer = givenOf("footer");
  return [
    ...twice,
    ...checkHeader(madeOf("HEADER"), givenOf("header"), filled),
    ...checkText("body", madeOf("BODY")?.text, givenOf("body"), filled),
    ...(footer?.parameters?.length ? [problemAt(footer.place, say("channels.template.footer", { card }))] : []),
    ...checkOffer(madeOf("LIMITED_TIME_OFFER"), givenOf("limited_time_offer"), filled),
    ...(filled.withButtons
      ? checkButtons(
          madeOf("BUTTONS")?.buttons ?? [],
          given.filter(({ type }) => type === "button"),
          filled,
        )
      : []),
    ...checkCarousel(madeOf("CAROUSEL"), givenOf("carousel"), filled),
  ];
}

function checkText(
  part: "header" | "body",
  text: string | undefined,
  given: GivenPart | undefined,
  { place, card, isNamed }: Filled,
): FieldProblem[] {
  const parameters = given?.parameters ?? [];
  const names = variablesIn(text ?? "");
  if (names.length > 0 && !given) {
    const list = names.map((name) => `{{${name}}}`).join(", ");
    return [problemAt(place, say("channels.template.addVariables", { part, card, list }))];
  }
  return given ? checkFields({ part, card, names, parameters, place: `${given.place}.parameters`, isNamed }) : [];
}

function checkHeader(made: MadePart | undefined, given: GivenPart | undefined, filled: Filled): FieldProblem[] {
  const { place, card } = filled;
  if (!made) {
    if (!given?.parameters?.length) return [];
    return [problemAt(given.place, say("channels.template.noPart", { card, part: "header" }))];
  }
  const { format = "TEXT" } = made;
  if (format === "TEXT") return checkText("header", made.text, given, filled);
  if (!isMediaFormat(format)) return [];
  const kind = format.toLowerCase();
  const [first, second] = given?.parameters ?? [];
  if (!given || !first) {
    const path = given ? `${given.place}.parameters` : place;
    return [problemAt(path, say("channels.template.headerKind", { card, kind }))];
  }
  if (second) {
    return [problemAt(`${given.place}.parameters.1`, say("channels.template.oneMedia", { card, kind }))];
  }
  return checkMedia(kind, first, `${given.place}.parameters.0`, card);
}

/** The time at which the offer ends, in milliseconds since 1970. */
const expiry = z.object({ limited_time_offer: z.object({ expiration_time_ms: z.int().positive() }) });

function checkOffer(made: MadePart | undefined, given: GivenPart | undefined, { place, card }: Filled): FieldProblem[] {
  if (!made) {
    return given ? [problemAt(given.place, say("channels.template.noPart", { card, part: "limited_time_offer" }))] : [];
  }
  if (made.limited_time_offer?.has_expiration !== true) return [];
  const [first] = given?.parameters ?? [];
  if (first && expiry.safeParse(first).success) return [];
  const path = given ? `${given.place}.parameters.0` : place;
  return [problemAt(path, say("channels.template.offerEnd", { card }))];
}

function checkCarousel(
  made: MadePart | undefined,
  given: GivenPart | undefined,
  { place, card, ...filled }: Filled,
): FieldProblem[] {
  const cards = given?.cards ?? [];
  if (!made) return given ? [problemAt(given.place, say("channels.template.noPart", { card, part: "carousel" }))] : [];
  const madeCards = (made.cards ?? []).map(({ components }) => madeParts(components));
  // A product card stands for as many products as are sent, so Meta counts them.
  const isCounted = madeCards.every((each) =>
    each.some(({ type, format }) => type === "HEADER" && isMediaFormat(format)),
  );
  if (!isCounted || madeCards.length === 0) return [];
  if (!given) {
    return [problemAt(place, say("channels.template.carouselCards", { card, count: madeCards.length }))];
  }
  const inCards = `${given.place}.cards`;
  const known = new Map(cards.map((each, position) => [each.card_index ?? position, { card: each, position }]));
  const strange = cards.flatMap(({ card_index }, position) => {
    if (card_index !== undefined && madeCards[card_index] !== undefined) return [];
    const count = madeCards.length - 1;
    return [
      fieldProblem(`${inCards}.${position}.card_index`, (field) => say("channels.template.upTo", { field, count })),
    ];
  });
  if (strange.length > 0) return strange;
  return madeCards.flatMap((madeCard, index) => {
    const found = known.get(index);
    if (!found) return [problemAt(inCards, say("channels.template.cardMissing", { index }))];
    const at = { place: `${inCards}.${found.position}.components`, card: String(index), ...filled };
    return checkParts(madeCard, found.card.components, at);
  });
}
