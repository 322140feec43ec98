import type { ErrorCode } from "../../errors.ts";
import type { Right } from "./roles.ts";
import type { Kind, World } from "./world.ts";

/**
 * The response when a field names something of another workspace, or something that does not exist. Both must be the same.
 * - an error code: refused, and nothing changes anywhere
 * - empty: a list without rows, because none match
 * - own: the caller's own rows, as without the field
 * - free: the text is the caller's own name for something. Another workspace may use the same name.
 */
export type ForeignAnswer = ErrorCode | "empty" | "own" | "free";

export type Expectation = {
  /** The row of the roles table, if the input needs more rights than the operation itself. */
  right?: Right;
  /** A valid input, made of the workspace's own things. Things that the operation uses up are created for it. */
  input: (own: World) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Every field that can contain an id: the kind it names, and the response to a foreign id. */
  ids?: Record<string, readonly [Kind, ForeignAnswer]>;
  /** A field that replaces others: the fields of the input to omit when it is set. */
  insteadOf?: Record<string, readonly string[]>;
  /** Every JSON field: the paths inside it that contain ids (also listed in `ids`). */
  json?: Record<string, readonly string[]>;
  /** The operation changes permissions in its workspace, so every allowed call gets its own workspace. */
  alone?: true;
  /** No external service responds in this test. This is the best result of an allowed call. */
  furthest?: ErrorCode;
  /** For the workspace key, which has the right but has no agent to act on. */
  withoutAgent?: ErrorCode;
  /** For both kinds of key, which belong to no person. */
  withoutPerson?: ErrorCode;
};
