import { validate as isUuid } from "uuid";

/**
 * A place in what was said with a visitor: after this message. Conversations follow one another, and inside one `seq` is given
 * under its row's lock: no message ever appears before a place that somebody has passed.
 */
export type VisitorPlace = {
  /** Null: before everything. */
  last: { convId: string; seq: number } | null;
  /** How far the visitor's own messages of that conversation had been read by an agent. */
  readToldSeq: number;
  /** When it was looked, by our clock: what was changed since is told again. */
  at: Date;
};

/** A place as the visitor's browser keeps it; opaque there. */
export function encodePlace({ last, readToldSeq, at }: VisitorPlace): string {
  return Buffer.from(`${last?.convId ?? "-"} ${last?.seq ?? 0} ${readToldSeq} ${at.getTime()}`).toString("base64url");
}

/** The place of `encodePlace`, or null for anything else. */
export function decodePlace(text: string): VisitorPlace | null {
  const match = /^(\S{1,36}) (\d{1,9}) (\d{1,9}) (\d{1,14})$/.exec(Buffer.from(text, "base64url").toString());
  const [, convId = "", seq = "", readToldSeq = "", at = ""] = match ?? [];
  if (!match || (convId !== "-" && !isUuid(convId))) return null;
  return {
    last: convId === "-" ? null : { convId, seq: Number(seq) },
    readToldSeq: Number(readToldSeq),
    at: new Date(Number(at)),
  };
}
