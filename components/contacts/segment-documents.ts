import type { ResultOf, VariablesOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";

const SEGMENT = graphql(`
  fragment Segment on Segment @_unmask {
    id
    name
    filter
  }
`);

export const SEGMENT_COUNTS = graphql(`
  query SegmentCounts($input: SegmentsInput!) {
    segments(input: $input) {
      nodes {
        id
        count
      }
    }
  }
`);

export const SEGMENTS = graphql(
  `
    query Segments($input: SegmentsInput!) {
      segments(input: $input) {
        nodes {
          ...Segment
        }
      }
    }
  `,
  [SEGMENT],
);

export const CREATE_SEGMENT = graphql(
  `
    mutation CreateSegment($input: SegmentCreateInput!) {
      createSegment(input: $input) {
        ...Segment
      }
    }
  `,
  [SEGMENT],
);

export const PATCH_SEGMENT = graphql(
  `
    mutation PatchSegment($input: SegmentPatchInput!) {
      patchSegment(input: $input) {
        ...Segment
      }
    }
  `,
  [SEGMENT],
);

/** `filter`: the conditions, as the API stores them. */
export type Segment = ResultOf<typeof SEGMENT>;
export type SegmentPatch = Omit<VariablesOf<typeof PATCH_SEGMENT>["input"], "workspaceId" | "id">;
export type SegmentConditions = VariablesOf<typeof CREATE_SEGMENT>["input"]["filter"];
