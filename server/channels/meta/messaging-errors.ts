import { say, type Said } from "../../say.ts";
import type { GraphError } from "./graph-api.ts";
import type { Verdict } from "./verdict.ts";

const refused = (advice: Said): Verdict => ({ outcome: "refused", advice });

const WINDOW = refused(say("provider.window"));
const GONE = refused(say("provider.gone"));
const NOBODY = refused(say("provider.nobody"));
const FILE = refused(say("provider.metaFile"));
const BUSY: Verdict = { outcome: "retry", advice: say("provider.tooMany"), waitSeconds: () => 30 };
/** Of the page or the account as a whole. */
const ALL_BUSY: Verdict = { ...BUSY, isChannelWide: true };
const RESTRICTED: Verdict = {
  outcome: "unauthorized",
  advice: say("provider.restrictedForTime"),
};

/** What counts beside the code; the same code has several meanings. */
const SUBCODES = new Map<number, Verdict>([
  [2018278, WINDOW],
  [2018065, WINDOW],
  [2534022, WINDOW],
  [1893063, RESTRICTED],
  [2018001, NOBODY],
  [2018108, GONE],
  [1545041, GONE],
  [2018294, FILE],
  [2018008, FILE],
  [2018047, FILE],
]);

const CODES = new Map<number, Verdict>([
  [551, GONE],
  [1545041, WINDOW],
  [613, BUSY],
  [80002, ALL_BUSY],
  [80006, ALL_BUSY],
  [1200, { outcome: "retry", advice: say("provider.temporary") }],
  [230, refused(say("provider.notAgreed"))],
]);

/** What errors of the Send API mean, Messenger's and Instagram's. */
export function messagingVerdict({ code, subcode }: Pick<GraphError, "code" | "subcode">): Verdict | undefined {
  return (subcode === null ? undefined : SUBCODES.get(subcode)) ?? (code === null ? undefined : CODES.get(code));
}
