import { wordingOrNull } from "../wording.ts";

/**
 * A field beside one that holds an English sentence of ours.
 * @param sentence null where the row has none.
 */
export function wordingField<Row>(sentence: (row: Row) => string | null) {
  return {
    type: "JSON" as const,
    nullable: true as const,
    description:
      "What it takes to say the sentence beside it in another language: `{code, params}`. Null where it is not the service's own.",
    resolve: (row: Row) => wordingOrNull(sentence(row)),
  };
}
