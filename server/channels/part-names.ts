/**
 * Names the parts of a message that has one id at its provider but several messages here. The first part has the provider's id:
 * replies, reactions and deletions refer to it.
 */
export function nameOfPart(externalMessageId: string, index: number): string {
  return index === 0 ? externalMessageId : `${externalMessageId}:${index}`;
}

/** The provider's id of the message that a part belongs to. */
export function messageOfPart(name: string): string {
  return name.replace(/:\d+$/, "");
}
