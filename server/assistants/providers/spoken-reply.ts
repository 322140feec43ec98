import { quote, say } from "../../say.ts";
import type { Reply, Trace } from "../engine.ts";
import { cutKeywords } from "../keywords.ts";

/** The reply of an assistant that says all in its text. One that says nothing hands over: a client is not left without an answer. */
export function spokenReply(written: string, trace: Trace, whenEmpty: string): Reply {
  const { text, handover, end } = cutKeywords(written);
  const isUnanswered = text === null && !handover && !end;
  const reason = isUnanswered ? quote(whenEmpty) : handover ? say("reason.itAsked") : null;
  return {
    text,
    file: null,
    handover: reason === null ? null : { reason },
    end,
    tags: [],
    fields: {},
    isUnanswered,
    choices: [],
    trace,
  };
}
