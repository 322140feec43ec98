import type { FileFacts } from "../readers/formats/file-facts.ts";
import { factsOf, factsProblem } from "./check-content.ts";
import { knownMediaType, mediaTypes, type MediaType } from "./media-types.ts";
import { UNKNOWN_TYPE } from "./reserve-upload.ts";

/** What a file turned out to be, and the ending that a name of it has. */
export type FoundType = { contentType: string; extension: string };

const UNKNOWN: FoundType = { contentType: UNKNOWN_TYPE, extension: "bin" };
/** A picture is read into memory to be looked at; one that is larger is only kept. */
const LARGEST_IMAGE_BYTES = 25 * 1024 * 1024;
/** The container of the old Office formats does not say which of them it holds. */
const AMBIGUOUS = "application/x-cfb";

/**
 * What a file from outside is, by its bytes: nobody's word for it is taken. What is none of the types that are known is for
 * download only, whatever it was announced as; sounds and films of other formats keep the name of their format, for players.
 * @param expected what its sender says that it is, and the kind of message that it came as: the judge between formats that share a
 *   container.
 */
export async function foundType(
  workspaceId: number,
  path: string,
  sizeBytes: number,
  expected: { contentType: string; kind: MediaType["kind"] },
): Promise<FoundType> {
  const facts = await factsOf(workspaceId, path);
  if (!facts) return UNKNOWN;
  const { type: found } = facts;
  const announced = knownMediaType(expected.contentType);
  if (!found) return announced?.signatures === null ? checked(facts, path, sizeBytes, announced) : UNKNOWN;
  const fitting = mediaTypes().filter(({ signatures }) => signatures?.includes(found.mime));
  const type =
    fitting.find(({ contentType }) => contentType === announced?.contentType) ??
    (found.mime === AMBIGUOUS ? undefined : (fitting.find(({ kind }) => kind === expected.kind) ?? fitting[0]));
  if (type) return checked(facts, path, sizeBytes, type);
  const isPlayable = /^(?:audio|video)\/[\w.+-]+$/.test(found.mime);
  return isPlayable ? { contentType: found.mime, extension: found.ext } : { ...UNKNOWN, extension: found.ext };
}

async function checked(facts: FileFacts, path: string, sizeBytes: number, type: MediaType): Promise<FoundType> {
  if (type.kind === "image" && sizeBytes > LARGEST_IMAGE_BYTES) return { ...UNKNOWN, extension: type.extension };
  const { contentType, extension } = type;
  return (await factsProblem(facts, path, type)) === null ? { contentType, extension } : UNKNOWN;
}
