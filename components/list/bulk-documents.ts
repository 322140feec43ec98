import type { ResultOf, VariablesOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";

export const SNOOZE_CONV = graphql(`
  mutation InboxSnoozeConv($input: ConvSnoozeInput!) {
    snoozeConv(input: $input) {
      id
    }
  }
`);

export const UNSNOOZE_CONV = graphql(`
  mutation InboxUnsnoozeConv($input: ConvUnsnoozeInput!) {
    unsnoozeConv(input: $input) {
      id
    }
  }
`);

export const REOPEN_CONV = graphql(`
  mutation InboxReopenConv($input: ConvReopenInput!) {
    reopenConv(input: $input) {
      id
    }
  }
`);

export const CONV_COUNT = graphql(`
  query InboxConvCount($input: ConvRowsInput!) {
    convRows(input: $input) {
      pageInfo {
        count
      }
    }
  }
`);

const BULK_ACTION = graphql(`
  fragment InboxBulkAction on BulkAction @_unmask {
    id
    kind
    state
    totalCount
    doneCount
    failedCount
    canUndo
    error
    problems {
      convId
      clientName
      error
      errorWording
    }
  }
`);

export const BULK_ACT = graphql(
  `
    mutation InboxBulkAct($input: BulkActInput!) {
      bulkAct(input: $input) {
        ...InboxBulkAction
      }
    }
  `,
  [BULK_ACTION],
);

export const SHOW_BULK_ACTION = graphql(
  `
    query InboxBulkActionNow($input: BulkActionInput!) {
      bulkAction(input: $input) {
        ...InboxBulkAction
      }
    }
  `,
  [BULK_ACTION],
);

export const CANCEL_BULK_ACTION = graphql(
  `
    mutation InboxCancelBulkAction($input: BulkActionInput!) {
      cancelBulkAction(input: $input) {
        ...InboxBulkAction
      }
    }
  `,
  [BULK_ACTION],
);

export const UNDO_BULK_ACTION = graphql(
  `
    mutation InboxUndoBulkAction($input: BulkActionInput!) {
      undoBulkAction(input: $input) {
        ...InboxBulkAction
      }
    }
  `,
  [BULK_ACTION],
);

export type BulkAction = ResultOf<typeof BULK_ACTION>;
export type BulkDeed = VariablesOf<typeof BULK_ACT>["input"]["deed"];
