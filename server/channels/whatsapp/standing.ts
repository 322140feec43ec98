import { z } from "zod";
import { say } from "../../say.ts";
import type { Standing } from "../channel.ts";
import { maybeText } from "../meta/webhook.ts";
import { mostOf, plain } from "./read-account.ts";

const number = z.object({
  status: maybeText,
  quality_rating: maybeText,
  whatsapp_business_manager_messaging_limit: maybeText,
});

/** The fields of a number that `standingOf` reads. */
export const STANDING_FIELDS = Object.keys(number.shape).join(",");

/** How a number stands with Meta, from its own record. null: the record does not say. */
export function standingOf(record: unknown): Standing | null {
  const { status, quality_rating: quality, ...more } = number.safeParse(record).data ?? {};
  if (status !== undefined && status !== "CONNECTED") {
    return {
      isGood: false,
      words: say("check.numberState", { state: plain(status) }),
      whatToDo: say("check.seeNumber"),
    };
  }
  if (quality === undefined) return null;
  const limit = mostOf(more.whatsapp_business_manager_messaging_limit);
  const words = limit ? say("check.qualityAndLimit", { quality, limit }) : say("check.quality", { quality });
  return quality === "RED"
    ? { isGood: false, words, whatToDo: say("check.lowQuality") }
    : { isGood: true, words, whatToDo: null };
}
