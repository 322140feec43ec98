import { GraphQLError, Kind, type SelectionSetNode, type ValidationRule } from "graphql";

/** The most levels of fields. Root fields are the first level. */
const LEVELS_MAX = 10;
/** The limit below `__schema` and `__type`. The common introspection query has this many levels. */
const SCHEMA_LEVELS_MAX = 15;

/**
 * Limits the depth of a document, with fragments expanded. It throws instead of reporting an error, so that no other rule
 * walks through a document that is too deep. The library for this has one limit for all fields, so this is our own code.
 */
export const depthRule: ValidationRule = (context) => {
  /** Levels of each fragment. A fragment that spreads itself counts once; another rule refuses it. */
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

  /** Applies the limit of each root field, including root fields in fragments. */
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
