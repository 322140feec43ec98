import { z } from "zod";
import type { FieldProblem } from "../../errors.ts";
import type { Filled, GivenPart, Parameter } from "./check-template.ts";
import { checkWords, variablesIn } from "./check-template-parameters.ts";

type MadeButton = { type: string } & Record<string, unknown>;

/** How a button is filled: its sub_type, whether it must be, and what is wrong with its one parameter. */
type Rule = {
  subType: string;
  isNeeded: boolean;
  /** The parameter in words: "the code, as a parameter of type coupon_code". */
  wants: string;
  check: (parameter: Parameter, place: string) => FieldProblem[];
};

/** Of one-time passwords; a longer one is refused. */
const MAX_CODE = 15;

const ofType =
  (type: string, member: string, then: (value: unknown, path: string) => FieldProblem[]): Rule["check"] =>
  (parameter, place) =>
    parameter.type === type
      ? then(parameter[member], `${place}.${member}`)
      : [{ path: `${place}.type`, message: `${place}.type must be ${type}` }];

const URL_END: Rule = {
  subType: "url",
  isNeeded: true,
  wants: "the end of its address, as a parameter of type text",
  check: ofType("text", "text", checkWords),
};
const CODE: Rule = {
  ...URL_END,
  wants: "the code, as a parameter of type text",
  check: ofType("text", "text", (text, path) => {
    if (typeof text === "string" && !text.includes("{{") && text.length > MAX_CODE) {
      return [{ path, message: `${path} is a code of ${text.length} characters; WhatsApp takes up to ${MAX_CODE}` }];
    }
    return checkWords(text, path);
  }),
};
const action = (isNeeded: boolean, subType: string, needs: readonly string[]): Rule => ({
  subType,
  isNeeded,
  wants: "a parameter of type action",
  check: ofType("action", "action", (value, path) => {
    const given = z.record(z.string(), z.unknown()).safeParse(value).data;
    if (!given) return [{ path, message: `${path} must be an object` }];
    return needs
      .filter((name) => given[name] === undefined)
      .map((name) => ({ path: `${path}.${name}`, message: `${path}.${name} is missing` }));
  }),
});

/** By the button's type in the template; others are the provider's to judge. */
const RULES: Record<string, (button: MadeButton) => Rule | "fixed"> = {
  QUICK_REPLY: () => ({
    subType: "quick_reply",
    isNeeded: false,
    wants: "what is told when it is tapped, as a parameter of type payload",
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
    wants: "the code, as a parameter of type coupon_code",
    check: ofType("coupon_code", "coupon_code", checkWords),
  }),
  // The token and the first screen's data have values that WhatsApp takes where none are given.
  FLOW: () => action(false, "flow", []),
  CATALOG: () => action(false, "catalog", []),
  MPM: () => action(true, "mpm", ["sections"]),
};

/** The buttons of a template, or of a card of it. */
export function checkButtons(
  made: readonly MadeButton[],
  given: GivenPart[],
  { place, whose }: Filled,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const filled = new Map<number, GivenPart>();
  for (const part of given) {
    const index = part.index === undefined || part.index === "" ? Number.NaN : Number(part.index);
    const path = `${part.place}.index`;
    if (part.sub_type === undefined) {
      const message = `${part.place}.sub_type is missing: it says of which kind the button is, like quick_reply or url`;
      problems.push({ path: `${part.place}.sub_type`, message });
    }
    if (made.length === 0) {
      problems.push({ path: part.place, message: `There are no buttons in ${whose}; leave it out` });
    } else if (!made[index]) {
      const range = made.length === 1 ? "0, the only button" : `a number from 0 to ${made.length - 1}`;
      problems.push({ path, message: `${path} must be ${range} of ${whose}` });
    } else if (filled.has(index)) {
      problems.push({ path, message: `${path} names button ${index} of ${whose} a second time` });
    } else filled.set(index, part);
  }
  if (problems.length > 0) return problems;
  return made.flatMap((button, index) =>
    checkButton(button, filled.get(index), { place, which: `Button ${index} of ${whose}` }),
  );
}

function checkButton(
  button: MadeButton,
  given: GivenPart | undefined,
  { place, which }: { place: string; which: string },
): FieldProblem[] {
  const rule = RULES[button.type]?.(button);
  if (rule === undefined) return [];
  if (rule === "fixed") {
    return given ? [{ path: given.place, message: `${which} has no variable; leave it out` }] : [];
  }
  const { subType, isNeeded, wants, check } = rule;
  if (!given) {
    const example = `{type: "button", sub_type: "${subType}", index: …}`;
    return isNeeded ? [{ path: place, message: `${which} needs ${wants}: add ${example} with it` }] : [];
  }
  if (given.sub_type !== subType) {
    const path = `${given.place}.sub_type`;
    return [{ path, message: `${path} must be ${subType}: of this kind is ${which.toLowerCase()}` }];
  }
  const path = `${given.place}.parameters`;
  const [first, second] = given.parameters ?? [];
  if (!first) return isNeeded ? [{ path, message: `${which} needs ${wants}` }] : [];
  if (second) return [{ path: `${path}.1`, message: `${which} takes one parameter` }];
  return check(first, `${path}.0`);
}
