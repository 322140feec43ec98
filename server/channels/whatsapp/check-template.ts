import { z } from "zod";
import type { FieldProblem } from "../../errors.ts";
import type { TemplateDefinition } from "../channel.ts";
import { checkButtons } from "./check-template-buttons.ts";
import { checkFields, checkMedia, isMediaFormat, variablesIn } from "./check-template-parameters.ts";

const capitals = z.string().transform((text) => text.toUpperCase());
const small = z.string().transform((text) => text.toLowerCase());
const parameter = z.looseObject({ type: small });

/** A part of a template as the account keeps it. */
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

/** A part as a caller fills it; what we do not know in it is the provider's to judge. */
const givenPart = z.looseObject({
  type: small,
  parameters: z.array(parameter).optional(),
  sub_type: small.optional(),
  index: z.union([z.string(), z.number()]).optional(),
  cards: z.array(z.looseObject({ card_index: z.number().optional(), components: z.unknown() })).optional(),
});
const givenParts = z.array(givenPart).nullish();

export type Parameter = z.infer<typeof parameter>;
/** A part that a caller fills, and where it stands in what they gave. */
export type GivenPart = z.infer<typeof givenPart> & { place: string };
/** What is filled: `place` is that of its list of parts, `whose` names it in sentences. */
export type Filled = { place: string; whose: string; isNamed: boolean };

const ROOT = "templateComponents";

/**
 * What WhatsApp would refuse in a template's components, each with the exact field (`templateComponents.1.parameters.0.text`), before
 * anything is sent. Placeholders of ours are taken for a text of any length. A kind that we do not know, and a template whose
 * definition cannot be read, are the provider's to judge.
 * @param given templateComponents as the caller wrote them, unfilled.
 */
export function checkTemplate(definition: TemplateDefinition, given: unknown): FieldProblem[] {
  const made = madeParts(definition.components);
  const body = made.find(({ type }) => type === "BODY")?.text;
  if (body === undefined) return [];
  const isNamed =
    definition.parameterFormat === null
      ? variablesIn(body).some((name) => !/^\d+$/.test(name))
      : definition.parameterFormat.toUpperCase() === "NAMED";
  return checkParts(made, given, { place: ROOT, whose: "the template", isNamed });
}

function madeParts(components: unknown): MadePart[] {
  return Array.isArray(components) ? components.flatMap((each: unknown) => madePart.safeParse(each).data ?? []) : [];
}

function checkParts(made: MadePart[], components: unknown, filled: Filled): FieldProblem[] {
  const { place, whose } = filled;
  const read = givenParts.safeParse(components);
  if (!read.success) {
    return read.error.issues.slice(0, 1).map(({ path, message }) => ({
      path: [place, ...path].join("."),
      message: `${[place, ...path].join(".")} is not as WhatsApp wants it: ${message}`,
    }));
  }
  const given: GivenPart[] = (read.data ?? []).map((part, index) => ({ ...part, place: `${place}.${index}` }));
  const madeOf = (type: string) => made.find((part) => part.type === type);
  const givenOf = (type: string) => given.find((part) => part.type === type);
  const twice = ["header", "body", "carousel", "limited_time_offer"].flatMap((type) =>
    given
      .filter((part) => part.type === type)
      .slice(1)
      .map((part) => ({ path: part.place, message: `${part.place} is a second ${type} of ${whose}` })),
  );
  const footer = givenOf("footer");
  return [
    ...twice,
    ...checkHeader(madeOf("HEADER"), givenOf("header"), filled),
    ...checkText("body", madeOf("BODY")?.text, givenOf("body"), filled),
    ...(footer?.parameters?.length
      ? [{ path: footer.place, message: `The footer of ${whose} has no variables; leave it out` }]
      : []),
    ...checkOffer(madeOf("LIMITED_TIME_OFFER"), givenOf("limited_time_offer"), filled),
    ...checkButtons(
      madeOf("BUTTONS")?.buttons ?? [],
      given.filter(({ type }) => type === "button"),
      filled,
    ),
    ...checkCarousel(madeOf("CAROUSEL"), givenOf("carousel"), filled),
  ];
}

function checkText(
  part: "header" | "body",
  text: string | undefined,
  given: GivenPart | undefined,
  { place, whose, isNamed }: Filled,
): FieldProblem[] {
  const what = `The ${part} of ${whose}`;
  const parameters = given?.parameters ?? [];
  const names = variablesIn(text ?? "");
  if (names.length > 0 && !given) {
    const list = names.map((name) => `{{${name}}}`).join(", ");
    const message = `${what} has the variables ${list}: add a component of type ${part} with a parameter for each`;
    return [{ path: place, message }];
  }
  return given ? checkFields({ what, names, parameters, place: `${given.place}.parameters`, isNamed }) : [];
}

function checkHeader(made: MadePart | undefined, given: GivenPart | undefined, filled: Filled): FieldProblem[] {
  const { place, whose } = filled;
  if (!made) {
    if (!given?.parameters?.length) return [];
    return [{ path: given.place, message: `${sentence(whose)} has no header; leave it out` }];
  }
  const { format = "TEXT" } = made;
  if (format === "TEXT") return checkText("header", made.text, given, filled);
  if (!isMediaFormat(format)) return [];
  const kind = format.toLowerCase();
  const [first, second] = given?.parameters ?? [];
  if (!given || !first) {
    const message = `The header of ${whose} is of type ${kind}: add a component of type header with one parameter of type ${kind}`;
    return [{ path: given ? `${given.place}.parameters` : place, message }];
  }
  if (second) {
    return [{ path: `${given.place}.parameters.1`, message: `The header of ${whose} takes one ${kind}` }];
  }
  return checkMedia(kind, first, `${given.place}.parameters.0`, `the header of ${whose}`);
}

/** Milliseconds since 1970, at which the offer's clock stands at nought. */
const expiry = z.object({ limited_time_offer: z.object({ expiration_time_ms: z.int().positive() }) });

function checkOffer(
  made: MadePart | undefined,
  given: GivenPart | undefined,
  { place, whose }: Filled,
): FieldProblem[] {
  if (!made) {
    return given ? [{ path: given.place, message: `${sentence(whose)} has no limited_time_offer; leave it out` }] : [];
  }
  if (made.limited_time_offer?.has_expiration !== true) return [];
  const [first] = given?.parameters ?? [];
  if (first && expiry.safeParse(first).success) return [];
  return [
    {
      path: given ? `${given.place}.parameters.0` : place,
      message: `The offer of ${whose} ends at a time: give it as limited_time_offer.expiration_time_ms, a number of milliseconds, in a parameter of a component of type limited_time_offer`,
    },
  ];
}

function checkCarousel(
  made: MadePart | undefined,
  given: GivenPart | undefined,
  { place, whose, isNamed }: Filled,
): FieldProblem[] {
  const cards = given?.cards ?? [];
  if (!made) return given ? [{ path: given.place, message: `${sentence(whose)} has no carousel; leave it out` }] : [];
  const madeCards = (made.cards ?? []).map(({ components }) => madeParts(components));
  // Cards of products stand for as many products as are sent: Meta's to count.
  const isCounted = madeCards.every((card) =>
    card.some(({ type, format }) => type === "HEADER" && isMediaFormat(format)),
  );
  if (!isCounted || madeCards.length === 0) return [];
  if (!given) {
    const message = `${sentence(whose)} is a carousel of ${madeCards.length} cards: add a component of type carousel with cards`;
    return [{ path: place, message }];
  }
  const inCards = `${given.place}.cards`;
  const known = new Map(cards.map((card, position) => [card.card_index ?? position, { card, position }]));
  const strange = cards.flatMap(({ card_index }, position) => {
    if (card_index !== undefined && madeCards[card_index] !== undefined) return [];
    const message = `${inCards}.${position}.card_index must be a number from 0 to ${madeCards.length - 1}`;
    return [{ path: `${inCards}.${position}.card_index`, message }];
  });
  if (strange.length > 0) return strange;
  return madeCards.flatMap((madeCard, index) => {
    const found = known.get(index);
    if (!found) return [{ path: inCards, message: `Card ${index} of the carousel is missing (card_index ${index})` }];
    const at = { place: `${inCards}.${found.position}.components`, whose: `card ${index}`, isNamed };
    return checkParts(madeCard, found.card.components, at);
  });
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
