/** A document that cannot be read, now or later. The message is a clause for people: "it is encrypted with a password". */
export class Unreadable extends Error {
  constructor(clause: string) {
    super(clause);
    this.name = "Unreadable";
  }
}

/** It was given up before its content was known: a page of a site stays as it was at the last visit. */
export class GivenUp extends Unreadable {}

export const TOO_SLOW = "it takes too long to read; save it as plain text and upload that";
export const TOO_MUCH_MEMORY = "it needs too much memory to read; save it as plain text and upload that";
