import type { Reply } from "../engine.ts";

/** JSON writes only these as \u….: NUL and the other control characters, and halves of a pair that stand alone. */
const ESCAPE = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/** Characters of what a provider wrote that are kept in the trace: more than can be sent, and no megabytes in each turn's row. */
const RAW_MAX = 70_000;

/**
 * A reply that the database can keep, its trace included: a provider may write NUL or half a character, which neither a text nor a JSON
 * column takes, and a turn must not fail at that.
 */
export function storableReply(reply: Reply): Reply {
  const { raw } = reply.trace;
  if (raw !== null && raw.length > RAW_MAX)
    return storableReply({ ...reply, trace: { ...reply.trace, raw: `${raw.slice(0, RAW_MAX - 1)}…` } });
  const json = JSON.stringify(reply);
  const mended = json.replace(ESCAPE, (escape, broken?: string) => (broken === undefined ? escape : "\\ufffd"));
  return mended === json ? reply : (JSON.parse(mended) as Reply);
}
