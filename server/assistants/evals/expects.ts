import { z } from "zod";
import { badInput } from "../../errors.ts";
import { say } from "../../say.ts";
import { saying, strict } from "../../saying.ts";
import { TAG_MAX } from "../../tags/tag-values.ts";
import { LONG_LINE_MAX, parseJson } from "../../text-rules.ts";
import { GATHERED_FIELDS, line } from "../assistant-properties.ts";
import { operatorsModel } from "../providers/operators-model.ts";

const LIST_MAX = 20;
/** An assistant receives the last 30 messages: this history and the question. */
const HISTORY_MAX = 29;
export const QUESTION_MAX = 4_096;

const list = (max?: number) =>
  z
    .array(line(max), saying("assistants.textList"))
    .max(LIST_MAX, saying("assistants.mostEntries", { count: LIST_MAX }));
const yesOrNo = z.boolean(saying("input.trueOrFalse"));

export const EXPECTS = strict(
  {
    contains: list().optional(),
    containsNot: list().optional(),
    cites: list().optional(),
    refuses: yesOrNo.optional(),
    handsOver: yesOrNo.optional(),
    ends: yesOrNo.optional(),
    tags: list(TAG_MAX).optional(),
    fields: z
      .partialRecord(
        z.enum(GATHERED_FIELDS),
        line(),
        saying("assistants.valuesByField", { fields: GATHERED_FIELDS.join(", ") }),
      )
      .optional(),
    judge: line(LONG_LINE_MAX).optional(),
  },
  "assistants.noExpectation",
);

/**
 * What a good answer to a golden question does. All of it must hold.
 * - contains, containsNot: each of these texts is in the answer, or none is (see `standsIn`)
 * - cites: the answer uses each of these sources, or a page of it
 * - refuses: true: it says that it does not know, or hands over; false: it answers
 * - handsOver, ends: whether it hands the conversation over, or ends it
 * - tags: it applies each of these; an empty list: none
 * - fields: it takes these values from the contact's messages
 * - judge: a model says that the answer follows this rule
 */
export type Expects = z.infer<typeof EXPECTS>;

export const HISTORY = z
  .array(
    z.strictObject(
      {
        role: z.enum(["client", "agent", "assistant"], saying("assistants.role")),
        content: line(QUESTION_MAX),
      },
      saying("assistants.shape", { shape: "{role, content}" }),
    ),
    saying("assistants.messageList"),
  )
  .max(HISTORY_MAX, saying("assistants.mostMessages", { count: HISTORY_MAX }));

/** The messages before a golden question, oldest first. */
export type History = z.infer<typeof HISTORY>;

/**
 * @throws AppError BAD_INPUT with the path of everything that is wrong, and for `judge` if no model is configured.
 */
export function readExpects(input: unknown): Expects {
  const expects = parseJson("expects", EXPECTS, input);
  if (!Object.entries(expects).some(saysSomething)) throw badInput("expects", say("assistants.expectNothing"));
  if (expects.judge !== undefined && !operatorsModel()) throw badInput("expects.judge", say("assistants.noJudge"));
  return expects;
}

/** `tags: []` expects no tags. Any other empty list expects nothing. */
function saysSomething([name, value]: [string, unknown]): boolean {
  return name === "tags" || typeof value !== "object" || value === null || Object.keys(value).length > 0;
}

/** @throws AppError BAD_INPUT with the path of everything that is wrong. */
export function readHistory(input: unknown): History {
  return parseJson("history", HISTORY, input);
}
