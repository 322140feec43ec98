import { inEnglish, say, type Said } from "../say.ts";

/** A document that cannot be read, now or later. The message is a clause for people: "it is encrypted with a password". */
export class Unreadable extends Error {
  readonly said: Said;
  constructor(clause: Said) {
    super(inEnglish(clause));
    this.said = clause;
    this.name = "Unreadable";
  }
}

/** Reading was stopped before the content was known. A page of a site keeps the content of its last visit. */
export class GivenUp extends Unreadable {}

export const TOO_SLOW = say("source.slow");
export const TOO_MUCH_MEMORY = say("source.memory");
