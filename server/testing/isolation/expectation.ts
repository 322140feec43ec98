import type { ErrorCode } from "../../errors.ts";
import type { Right } from "./roles.ts";
import type { Kind, World } from "./world.ts";

/**
 * What an operation answers when a field names something of another workspace, or nothing at all: the two must not differ.
 * - an error code: refused, and nothing changes anywhere
 * - empty: a list without rows, of which none match
 * - own: the answer holds the caller's own rows, as it does without the field
 * - free: the text is the caller's own name for a thing; that another workspace uses it too means nothing
 */
export type ForeignAnswer = ErrorCode | "empty" | "own" | "free";

export type Expectation = {
  /** The row of the table of roles, where the input asks for more than the operation itself needs. */
  right?: Right;
  /** An input that is taken, made of the workspace's own things; what the operation uses up is made anew. */
  input: (own: World) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Every field that an id can stand in: what it names, and the answer to a foreign one. */
  ids?: Record<string, readonly [Kind, ForeignAnswer]>;
  /** A field that stands for others: those of the input that are left out beside it. */
  insteadOf?: Record<string, readonly string[]>;
  /** Every JSON field: the places inside it where ids stand (they are in `ids` too). */
  json?: Record<string, readonly string[]>;
  /** Changes who may do what in its workspace: every allowed call is made in a workspace of its own. */
  alone?: true;
  /** Nothing outside answers in this test: the furthest that an allowed call can come. */
  furthest?: ErrorCode;
  /** For the workspace key, which has the right, but is no person and has no agent to act on. */
  withoutAgent?: ErrorCode;
  /** For both kinds of key, which are no person. */
  withoutPerson?: ErrorCode;
};
