import { GraphQLError, Kind, type SelectionSetNode, type ValidationRule } from "graphql";

/** Levels of fields, of which the first is a field of the root. */
const LEVELS_MAX = 10;
/** Below `__schema` and `__type`: the question that tools send for the whole schema has so many. */
const SCHEMA_LEVELS_MAX = 15;

/**
 * How deep a document may be; fragments count as the fields that they hold. It throws instead of reporting, so that no other rule
 * walks through what is too deep. Own code: the library for it has one limit for all fields.
 */
export const depthRule: ValidationRule = (context) => {
  /** Levels of each fragment. A fragment that spreads itself counts once: another rule refuses it. */
  const fragments = new Map<string, number>();

  function levelsOf({ selections }: SelectionSetNode): number {
    return Math.max(0, ...selections.map(levelsOfSelection));
  }

  function levelsOfSelection(selection: SelectionSetNode["selections"][number]): number {
    switch (selection.kind) {
      case Kind.FIELD:
        return 1 + (selection.selectionSet ? levelsOf(selection.selectionSet) : 0);
      case Kind.INLINE_FRAGMENT:
        return levelsOf(selection.selectionSet);
      case Kind.FRAGMENT_SPREAD:
        return levelsOfFragment(selection.name.value);
    }
  }

  function levelsOfFragment(name: string): number {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, 0);
    const fragment = context.getFragment(name);
    const levels = fragment ? levelsOf(fragment.selectionSet) : 0;
    fragments.set(name, levels);
    return levels;
  }

  /** Root fields by their own limits, in fragments too. */
  function check({ selections }: SelectionSetNode, seen: Set<string>): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const isAboutSchema = selection.name.value === "__schema" || selection.name.value === "__type";
        if (levelsOfSelection(selection) > (isAboutSchema ? SCHEMA_LEVELS_MAX : LEVELS_MAX)) throw tooDeep();
      } else if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet, seen);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = context.getFragment(selection.name.value);
        if (fragment) check(fragment.selectionSet, seen);
      }
    }
  }

  return {
    OperationDefinition: ({ selectionSet }) => check(selectionSet, new Set()),
  };
};

function tooDeep(): GraphQLError {
  return new GraphQLError(
    `A document may be ${LEVELS_MAX} levels deep, a question about the schema ${SCHEMA_LEVELS_MAX}`,
  );
}
