import type { Contact, MergeValue } from "./documents.ts";

/** What is compared, in the order of a profile. */
export const MERGE_FIELDS = [
  "name",
  "surname",
  "phone",
  "email",
  "address",
  "city",
  "country",
  "code",
  "stageId",
  "defaultAgentId",
] as const satisfies readonly MergeValue["field"][];
export type MergeField = (typeof MERGE_FIELDS)[number];

/** The choices that the service has to be told of: values of the other contact where the first one has its own. */
export function mergeValues(contact: Contact, other: Contact, taken: ReadonlySet<MergeField>): MergeValue[] {
  return MERGE_FIELDS.filter((field) => taken.has(field) && contact[field] !== null && other[field] !== null).map(
    (field) => ({ field, clientId: other.id }),
  );
}
