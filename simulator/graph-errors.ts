/** A refusal of the stand-in: the HTTP status and the members of Meta's `error`. */
export type GraphRefusal = {
  status: number;
  code: number;
  subcode?: number;
  message: string;
  details?: string;
  headers?: Record<string, string>;
};

/** Meta's errors under names that tests can read. The HTTP statuses are observed ones; do not rely on them. */
export const GRAPH_ERRORS = {
  tokenExpired: { status: 401, code: 190, subcode: 463, message: "Error validating access token: Session has expired" },
  rightMissing: { status: 403, code: 10, message: "(#10) Application does not have permission for this action" },
  appRateLimit: { status: 400, code: 4, message: "(#4) Application request limit reached" },
  temporary: { status: 500, code: 2, message: "(#2) Service temporarily unavailable" },
  restricted: {
    status: 400,
    code: 368,
    message: "The action attempted has been deemed abusive or is otherwise disallowed",
  },
  accountRateLimit: {
    status: 400,
    code: 80007,
    message: "(#80007) There have been too many calls to this WhatsApp Business account",
    headers: {
      "x-business-use-case-usage": JSON.stringify({
        "102290": [{ type: "messaging", call_count: 100, estimated_time_to_regain_access: 3 }],
      }),
    },
  },
  throughput: {
    status: 429,
    code: 130429,
    message: "(#130429) Rate limit hit",
    details:
      "Message failed to send because there were too many messages sent from this phone number in a short period of time",
  },
  pairRate: {
    status: 400,
    code: 131056,
    message: "(#131056) (Business Account, Consumer Account) pair rate limit hit",
    details:
      "Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.",
  },
  spamLimit: {
    status: 400,
    code: 131048,
    message: "(#131048) Spam rate limit hit",
    details:
      "Message failed to send because there are restrictions on how many messages can be sent from this phone number",
  },
  somethingWrong: {
    status: 500,
    code: 131000,
    message: "(#131000) Something went wrong",
    details: "Message failed to send due to an unknown error",
  },
  maintenance: {
    status: 500,
    code: 131057,
    message: "(#131057) Account in maintenance mode",
    details: "The WhatsApp Business Account is in maintenance mode",
  },
  accessDenied: {
    status: 403,
    code: 131005,
    message: "(#131005) Access denied",
    details: "Permission is either not granted or has been removed.",
  },
  accountLocked: {
    status: 403,
    code: 131031,
    message: "(#131031) Business Account locked",
    details: "Your account has been locked",
  },
  payment: {
    status: 400,
    code: 131042,
    message: "(#131042) Business eligibility payment issue",
    details: "Message failed to send because there were one or more errors related to your payment method",
  },
  notRegistered: {
    status: 400,
    code: 133010,
    message: "(#133010) Account not registered",
    details: "Account does not exist in Cloud API, please use /register API to create an account first",
  },
  undeliverable: {
    status: 400,
    code: 131026,
    message: "(#131026) Message undeliverable",
    details: "Message Undeliverable.",
  },
  windowClosed: {
    status: 400,
    code: 131047,
    message: "(#131047) Re-engagement message",
    details:
      "Message failed to send because more than 24 hours have passed since the customer last replied to this number.",
  },
  marketingCapped: {
    status: 400,
    code: 131049,
    message: "(#131049) This message was not delivered to maintain healthy ecosystem engagement.",
    details: "In order to maintain a healthy ecosystem engagement, the message failed to be delivered.",
  },
  notAllowedToTest: {
    status: 400,
    code: 131030,
    message: "(#131030) Recipient phone number not in allowed list",
    details: "Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.",
  },
  mediaNotLoaded: {
    status: 400,
    code: 131053,
    message: "(#131053) Media upload error",
    details: "Downloading media from weblink failed with http code 404",
  },
  needsPhone: {
    status: 400,
    code: 131062,
    message: "(#131062) Recipient not supported",
    details: "Business-scoped user IDs are not supported for this message.",
  },
  parameterMissing: {
    status: 400,
    code: 131008,
    message: "(#131008) Required parameter is missing",
    details: "Parameter is missing",
  },
  templateParameters: {
    status: 400,
    code: 132000,
    message: "(#132000) Number of parameters does not match the expected number of params",
    details: "body: number of localizable_params (1) does not match the expected number of params (2)",
  },
  templateMissing: {
    status: 404,
    code: 132001,
    message: "(#132001) Template name does not exist in the translation",
    details: "template name (nothing) does not exist in en",
  },
  marketingElsewhere: {
    status: 400,
    code: 131063,
    message: "(#131063) Marketing templates cannot be sent here",
    details: "Marketing template messages of this account are sent by the Marketing Messages API",
  },
  notMarketing: {
    status: 400,
    code: 134100,
    message: "(#134100) Only marketing messages supported",
    details: "The template is not of the category MARKETING",
  },
  marketingTerms: {
    status: 400,
    code: 131055,
    message: "(#131055) Method not allowed",
    details: "You must accept the Marketing Messages API terms to use the API",
  },
  templateSyncing: {
    status: 400,
    code: 134101,
    message: "(#134101) Template is still syncing",
    details: "Wait up to ten minutes after the template's approval",
  },
  noUtilityRight: {
    status: 403,
    code: 10,
    message: "(#10) Application does not have permission for this action",
  },
  templatePaused: {
    status: 400,
    code: 132015,
    message: "(#132015) Template is Paused",
    details: "Template is paused due to low quality",
  },
  templateFormat: {
    status: 400,
    code: 132012,
    message: "(#132012) Parameter format does not match format in the created template",
    details: "header: Format mismatch, expected IMAGE, received UNKNOWN",
  },
  templateDisabled: {
    status: 400,
    code: 132016,
    message: "(#132016) Template is Disabled",
    details: "Template was paused too many times due to low quality and is now permanently disabled",
  },
  pageWindowClosed: {
    status: 403,
    code: 10,
    subcode: 2018278,
    message: "(#10) This message is sent outside of allowed window.",
  },
  personUnavailable: {
    status: 400,
    code: 551,
    subcode: 1545041,
    message: "(#551) This person isn't available right now.",
  },
  noSuchPerson: { status: 400, code: 100, subcode: 2018001, message: "(#100) No matching user found" },
  attachmentNotLoaded: {
    status: 400,
    code: 100,
    subcode: 2018294,
    message: "(#100) Video upload timed out or video corrupted",
  },
  personRateLimit: { status: 400, code: 613, message: "(#613) Calls to this api have exceeded the rate limit." },
  instagramWindowClosed: {
    status: 403,
    code: 10,
    subcode: 2534022,
    message: "(#10) This message is sent outside of allowed window.",
  },
  noConsent: { status: 403, code: 230, message: "(#230) User consent is required to access user profile" },
  callbackRefused: {
    status: 400,
    code: 2200,
    message: "(#2200) Callback verification failed with the following errors: HTTP Status Code = 403",
  },
} as const satisfies Record<string, GraphRefusal>;

export type GraphErrorName = keyof typeof GRAPH_ERRORS;

/** Finds an error by its name here or by Meta's code. If several share a code, the first one. */
export function graphErrorNamed(given: string): GraphErrorName | null {
  const names = Object.keys(GRAPH_ERRORS) as GraphErrorName[];
  return (
    names.find((name) => name === given) ?? names.find((name) => String(GRAPH_ERRORS[name].code) === given) ?? null
  );
}

/** The body of a refusal in the Graph API's format. */
export function refusalBody({ code, subcode, message, details }: GraphRefusal): Record<string, unknown> {
  return {
    error: {
      message,
      type: "OAuthException",
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      ...(details === undefined ? {} : { error_data: { messaging_product: "whatsapp", details } }),
      fbtrace_id: "A1b2C3",
    },
  };
}
