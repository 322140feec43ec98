/** What a provider's element is about may still be on its way: the element is taken again a little later, until it is too old. */
export class NotYet extends Error {}

/** How an element came. */
export type Arrival = {
  /** When its call was stored: the time of what the provider gave no time. */
  receivedAt: Date;
  /** Whether it is young enough to wait for what it is about; else it is taken as it is, or dropped. */
  mayWait: boolean;
};
