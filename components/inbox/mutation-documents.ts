import type { VariablesOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";
import { MESSAGE } from "./documents.ts";

export const ADD_MESSAGE = graphql(
  `
    mutation InboxAddMessage($input: MessageInput!) {
      addMessage(input: $input) {
        ...InboxMessage
      }
    }
  `,
  [MESSAGE],
);

export const RESEND_MESSAGE = graphql(
  `
    mutation InboxResendMessage($input: MessageResendInput!) {
      resendMessage(input: $input) {
        ...InboxMessage
      }
    }
  `,
  [MESSAGE],
);

export const REACT_TO_MESSAGE = graphql(
  `
    mutation InboxReactToMessage($input: MessageReactInput!) {
      reactToMessage(input: $input) {
        ...InboxMessage
      }
    }
  `,
  [MESSAGE],
);

export const MARK_CONV_READ = graphql(`
  mutation InboxMarkConvRead($input: ConvReadInput!) {
    markConvRead(input: $input) {
      id
    }
  }
`);

export const TELL_TYPING = graphql(`
  mutation InboxTellTyping($input: ConvTypingInput!) {
    tellTyping(input: $input) {
      id
    }
  }
`);

export const ASSIGN_CONV = graphql(`
  mutation InboxAssignConv($input: ConvAssignInput!) {
    assignConv(input: $input) {
      id
    }
  }
`);

export const END_CONV = graphql(`
  mutation InboxEndConv($input: ConvEndInput!) {
    endConv(input: $input) {
      id
    }
  }
`);

export const PATCH_CONV = graphql(`
  mutation InboxPatchConv($input: ConvPatchInput!) {
    patchConv(input: $input) {
      id
    }
  }
`);

export const TAG_CONV = graphql(`
  mutation InboxTagConv($input: ConvTagInput!) {
    tagConv(input: $input) {
      id
    }
  }
`);

export const PATCH_CLIENT = graphql(`
  mutation InboxPatchClient($input: ClientPatchInput!) {
    patchClient(input: $input) {
      id
    }
  }
`);

export type ClientPatch = Omit<VariablesOf<typeof PATCH_CLIENT>["input"], "workspaceId" | "id">;
