/** The element is about something that may still arrive. It is retried a little later, until it is too old. */
export class NotYet extends Error {}

export type Arrival = {
  /** When the call was stored. Used as the time of elements without a provider time. */
  receivedAt: Date;
  /** Whether the element is young enough to wait for what it is about. Otherwise it is stored as it is, or dropped. */
  mayWait: boolean;
};

/** The rest of the call is stored later, because it takes long. */
export class Later extends Error {}
