/**
 * Names of the parts of a message that its provider knows by one id, where each part is a message of its own here. The first has that
 * id: replies, reactions and deletions name it.
 */
export function nameOfPart(externalMessageId: string, index: number): string {
  return index === 0 ? externalMessageId : `${externalMessageId}:${index}`;
}

/** The provider's id of the message that a part belongs to. */
export function messageOfPart(name: string): string {
  return name.replace(/:\d+$/, "");
}
