import { z } from "zod";
import {
  checkWords,
  fieldProblem,
  variablesIn,
  type Filled,
  type GivenPart,
  type Parameter,
} from "./check-template-parameters.ts";
import { say, type Said } from "../../say.ts";
import { problemAt, type FieldProblem } from "../../errors.ts";

type MadeButton = { type: string } & Record<string, unknown>;

/** How a button is filled: its sub_type, whether it is required, and how its one parameter is checked. */
type Rule = {
  subType: string;
  isNeeded: boolean;
  /** The expected parameter in words: "the code, as a parameter of type coupon_code". */
  wants: Said;
  check: (parameter: Parameter, place: string) => FieldProblem[];
};

/** Length limit of one-time passwords. WhatsApp refuses a longer one. */
const MAX_CODE = 15;

const ofType =
  (type: string, member: string, then: (value: unknown, path: string) => FieldProblem[]): Rule["check"] =>
  (parameter, place) =>
    parameter.type === type
      ? then(parameter[member], `${place}.${member}`)
      : [fieldProblem(`${place}.type`, (field) => say("channels.template.mustBe", { field, value: type }))];

const URL_END: Rule = {
  subType: "url",
  isNeeded: true,
  wants: say("channels.template.wantsEnd"),
  check: ofType("text", "text", checkWords),
};
const CODE: Rule = {
  ...URL_END,
  wants: say("channels.template.wantsCode"),
  check: ofType("text", "text", (text, path) => {
    if (typeof text === "string" && !text.includes("{{") && text.length > MAX_CODE) {
      return [
        problemAt(path, say("channels.template.codeLong", { field: path, length: text.length, count: MAX_CODE })),
      ];
    }
    return checkWords(text, path);
  }),
};
const action = (isNeeded: boolean, subType: string, needs: readonly string[]): Rule => ({
  subType,
  isNeeded,
  wants: say("channels.template.wantsAction"),
  check: ofType("action", "action", (value, path) => {
    const given = z.record(z.string(), z.unknown()).safeParse(value).data;
    if (!given) return [problemAt(path, say("service.object", { field: path }))];
    return needs
      .filter((name) => given[name] === undefined)
      .map((name) => fieldProblem(`${path}.${name}`, (field) => say("channels.template.missing", { field })));
  }),
});

/** Rules by the button's type in the template. Other types are left to the provider. */
const RULES: Record<string, (button: MadeButton) => Rule | "fixed"> = {
  QUICK_REPLY: () => ({
    subType: "quick_reply",
    isNeeded: false,
    wants: say("channels.template.wantsPayload"),
    check: ofType("payload", "payload", checkWords),
  }),
  URL: ({ url }) => {
    if (typeof url !== "string" || variablesIn(url).length === 0) return "fixed";
    return url.includes("otp_type=") ? CODE : URL_END;
  },
  OTP: () => CODE,
  PHONE_NUMBER: () => "fixed",
  COPY_CODE: () => ({
    subType: "copy_code",
    isNeeded: true,
    wants: say("channels.template.wantsCoupon"),
    check: ofType("coupon_code", "coupon_code", checkWords),
  }),
  // WhatsApp has defaults for the token and the first screen's data.
  FLOW: () => action(false, "flow", []),
  CATALOG: () => action(false, "catalog", []),
  MPM: () => action(true, "mpm", ["sections"]),
};

/** Checks the buttons of a template or of one of its cards. */
export function checkButtons(made: readonly MadeButton[], given: GivenPart[], { place, card }: Filled): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const filled = new Map<number, GivenPart>();
  for (const part of given) {
    const index = part.index === undefined || part.index === "" ? Number.NaN : Number(part.index);
    const path = `${part.place}.index`;
    if (part.sub_type === undefined) {
      problems.push(
        fieldProblem(`${part.place}.sub_type`, (field) => say("channels.template.subTypeMissing", { field })),
      );
    }
    if (made.length === 0) {
      problems.push(problemAt(part.place, say("channels.template.noButtons", { card })));
    } else if (!made[index]) {
      const sentence =
        made.length === 1
          ? say("channels.template.onlyButton", { field: path, card })
          : say("channels.template.buttonUpTo", { field: path, count: made.length - 1, card });
      problems.push(problemAt(path, sentence));
    } else if (filled.has(index)) {
      problems.push(problemAt(path, say("channels.template.buttonTwice", { field: path, index, card })));
    } else filled.set(index, part);
  }
  if (problems.length > 0) return problems;
  return made.flatMap((button, index) => checkButton(button, filled.get(index), { place, index, card }));
}

function checkButton(
  button: MadeButton,
  given: GivenPart | undefined,
  { place, index, card }: { place: string; index: number; card: string },
): FieldProblem[] {
  const rule = RULES[button.type]?.(button);
  if (rule === undefined) return [];
  if (rule === "fixed") {
    return given ? [problemAt(given.place, say("channels.template.noVariable", { index, card }))] : [];
  }
  const { subType, isNeeded, wants, check } = rule;
  if (!given) {
    const example = `{type: "button", sub_type: "${subType}", index: …}`;
    return isNeeded ? [problemAt(place, say("channels.template.needsAdd", { index, card, wants, example }))] : [];
  }
  if (given.sub_type !== subType) {
    const path = `${given.place}.sub_type`;
    return [problemAt(path, say("channels.template.subType", { field: path, value: subType, index, card }))];
  }
  const path = `${given.place}.parameters`;
  const [first, second] = given.parameters ?? [];
  if (!first) return isNeeded ? [problemAt(path, say("channels.template.needs", { index, card, wants }))] : [];
  if (second) return [problemAt(`${path}.1`, say("channels.template.oneParameter", { index, card }))];
  return check(first, `${path}.0`);
}
