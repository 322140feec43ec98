/**
 * What the API reference says of one operation beside what the schema says itself. In examples a text in CAPITALS stands for
 * a value of the caller's own (`CONV_ID`); `workspaceId` is added to every input.
 */
export type OperationWords = {
  section: string;
  /** One sentence; also the operation's description in the schema. */
  summary: string;
  /** The example's input. */
  input: Record<string, unknown>;
  /** Takes the header `Idempotency-Key`. */
  idempotent?: true;
  /** For people who are signed in; a workspace key gets nowhere with it. */
  signedIn?: true;
};

export type OperationTable = Record<string, OperationWords>;
