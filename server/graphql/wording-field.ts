import { toWording, type Said } from "../say.ts";

/**
 * A field with the wording of an English sentence in the same row.
 * @param said returns null if the row has no sentence.
 */
export function wordingField<Row>(said: (row: Row) => Said | null) {
  return {
    type: "JSON" as const,
    nullable: true as const,
    description:
      "What it takes to say the sentence beside it in another language: `{code, params}`. Null where it is not the service's own.",
    resolve: (row: Row) => {
      const sentence = said(row);
      return sentence && toWording(sentence);
    },
  };
}
