import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { PAGE_DEFAULT, PAGE_MAX } from "../../page.ts";

/** Default row count of a list inside a row. A field can override it (`rows`). */
const NESTED_ROWS = 10;

/** The number of requested rows. It depends on the variables, so it is a function of them. */
type Rows = (variables: Readonly<Record<string, unknown>>) => number;

/** Cached because operations are parsed once and run often. */
const known = new WeakMap<OperationDefinitionNode, Rows>();

/**
 * The cost of an operation: the number of rows it requests, level by level. A page counts `first` rows for each row that
 * contains it. An operation that returns one object counts one row; other single objects count nothing. Fields that GraphQL
 * merges count once. Aliases count separately. @skip and @include are ignored.
 *
 * The libraries for this follow each fragment at every spread, which takes exponential time when fragments spread one
 * another. So this is our own code.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  let cost = known.get(operation);
  if (!cost) {
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    const root = schema.getRootType(operation.operation);
    cost = root ? rowsOf([operation.selectionSet], { type: root, isRoot: true, page: null }, fragments) : none;
    known.set(operation, cost);
  }
  return cost(variables);
}

/** The position of a selection. `page`: the rows of the page whose fields are selected; null: not in a page. */
type Place = { type: GraphQLObjectType; isRoot: boolean; page: Rows | null };
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const none: Rows = () => 0;

/** The rows that a selection requests, per object it selects from. */
function rowsOf(sets: readonly SelectionSetNode[], place: Place, fragments: Fragments): Rows {
  const parts: Rows[] = [];
  for (const nodes of merged(sets, fragments).values()) {
    const [node] = nodes;
    const field = node && place.type.getFields()[node.name.value];
    if (field) parts.push(rowsOfField(nodes, node, field, place, fragments));
  }
  const counted = parts.filter((part) => part !== none);
  const [only] = counted;
  if (!only) return none;
  return counted.length === 1 ? only : (variables) => counted.reduce((sum, part) => sum + part(variables), 0);
}

function rowsOfField(
  nodes: readonly FieldNode[],
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { isRoot, page }: Place,
  fragments: Fragments,
): Rows {
  const type = getNamedType(field.type);
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const inside = (own: Rows | null): Rows =>
    isObjectType(type) ? rowsOf(sets, { type, isRoot: false, page: own }, fragments) : none;
  // The page's rows are counted at the page itself.
  if (page && node.name.value === "nodes") return times(page, inside(null));
  const declared = field.extensions.rows;
  if (isPage(type)) {
    const own = typeof declared === "number" ? () => declared : firstOf(node, field);
    return plus(own, inside(own));
  }
  if (typeof declared === "number") return times(() => declared, plus(one, inside(null)));
  if (isListType(getNullableType(field.type)) && isCompositeType(type)) {
    return times(() => (isRoot ? PAGE_DEFAULT : NESTED_ROWS), plus(one, inside(null)));
  }
  return isRoot ? plus(one, inside(null)) : inside(null);
}

const one: Rows = () => 1;
const plus =
  (own: Rows, more: Rows): Rows =>
  (variables) =>
    own(variables) + more(variables);
const times = (count: Rows, each: Rows): Rows =>
  each === none ? none : (variables) => count(variables) * each(variables);

/** A type with `nodes`: a page or an unpaged list. */
function isPage(type: GraphQLNamedType): boolean {
  return isObjectType(type) && "nodes" in type.getFields();
}

/** The `first` of a paged list's input, at most the largest page. The list itself refuses invalid values. */
function firstOf(node: FieldNode, field: GraphQLField<unknown, unknown>): Rows {
  const declared = field.args.find(({ name }) => name === "input");
  const inputType = declared && getNamedType(declared.type);
  if (!isInputObjectType(inputType) || !("first" in inputType.getFields())) return () => PAGE_DEFAULT;
  const input = node.arguments?.find(({ name }) => name.value === "input")?.value;
  if (input?.kind === Kind.VARIABLE) {
    const { value } = input.name;
    return (variables) => pageSize((variables[value] as { first?: unknown } | null | undefined)?.first);
  }
  const first =
    input?.kind === Kind.OBJECT ? input.fields.find(({ name }) => name.value === "first")?.value : undefined;
  if (first?.kind === Kind.VARIABLE) return (variables) => pageSize(variables[first.name.value]);
  const literal = first?.kind === Kind.INT ? pageSize(Number(first.value)) : PAGE_DEFAULT;
  return () => literal;
}

function pageSize(first: unknown): number {
  return typeof first === "number" ? Math.min(Math.max(first, 0), PAGE_MAX) : PAGE_DEFAULT;
}

/** The fields of a selection by response name, merged as GraphQL runs them. Each fragment is read once. */
function merged(sets: readonly SelectionSetNode[], fragments: Fragments): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  const collect = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        const same = fields.get(name);
        if (same) same.push(selection);
        else fields.set(name, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  sets.forEach(collect);
  return fields;
}
