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

export const HIDE_COMMENT = graphql(
  `
    mutation InboxHideComment($input: CommentHideInput!) {
      hideComment(input: $input) {
        ...InboxMessage
      }
    }
  `,
  [MESSAGE],
);

export const ANSWER_PRIVATELY = graphql(`
  mutation InboxAnswerPrivately($input: CommentAnswerInput!) {
    answerPrivately(input: $input) {
      convId
    }
  }
`);

export const TAKE_OVER_CONV = graphql(`
  mutation InboxTakeOverConv($input: ConvTakeOverInput!) {
    takeOverConv(input: $input) {
      id
    }
  }
`);

export const GIVE_BACK_CONV = graphql(`
  mutation InboxGiveBackConv($input: ConvGiveBackInput!) {
    giveBackConv(input: $input) {
      id
    }
  }
`);

export const MARK_CONV_READ = graphql(`
  mutation InboxMarkConvRead($input: ConvReadInput!) {
    markConvRead(input: $input) {
      id
    }
  }
`);

/** Stores how far the viewer has read a conversation. */
export const SET_CONV_READ = graphql(`
  mutation InboxSetConvRead($input: ConvSetReadInput!) {
    setConvRead(input: $input) {
      id
    }
  }
`);

export const MARK_UNREAD = graphql(`
  mutation InboxMarkUnread($input: ConvMarkUnreadInput!) {
    markUnread(input: $input) {
      id
    }
  }
`);

export const CREATE_SAVED_VIEW = graphql(`
  mutation InboxCreateSavedView($input: SavedViewCreateInput!) {
    createSavedView(input: $input) {
      id
    }
  }
`);

export const PATCH_SAVED_VIEW = graphql(`
  mutation InboxPatchSavedView($input: SavedViewPatchInput!) {
    patchSavedView(input: $input) {
      id
    }
  }
`);

export const ORDER_SAVED_VIEWS = graphql(`
  mutation InboxOrderSavedViews($input: SavedViewsOrderInput!) {
    orderSavedViews(input: $input) {
      nodes {
        id
      }
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

export const TELL_PRESENCE = graphql(`
  mutation InboxTellPresence($input: ConvPresenceInput!) {
    tellPresence(input: $input) {
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
