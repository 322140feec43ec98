import { askApp } from "./ask-app.ts";

/** An answer of the custom channel's doors. */
export type IngressAnswer = {
  status: number;
  headers: Headers;
  body: {
    messageId?: string;
    conversationId?: string;
    clientId?: string;
    error?: { code: string; message: string; fields?: { path: string; message: string }[] };
  };
};

/** The customer's system at a custom channel: whole requests through the real doors. */
export function customerSystem(integrationId: string, token = "validate-me") {
  const post = async (
    action: "" | "/status",
    body: unknown,
    headers: Record<string, string>,
  ): Promise<IngressAnswer> => {
    const response = await askApp(
      new Request(`http://localhost:3000/ext/v1/incoming/custom/${integrationId}${action}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-validate-token": token, ...headers },
        body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    );
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as IngressAnswer["body"],
    };
  };
  return {
    /** A customer's message as given. */
    send: (body: unknown, headers: Record<string, string> = {}) => post("", body, headers),
    /** A text that must be taken; answers its ids. */
    text: async (senderId: string, content: string, more: Record<string, unknown> = {}) => {
      const { status, body } = await post("", { senderId, content, type: "text", ...more }, {});
      if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
      return body as { messageId: string; conversationId: string; clientId: string };
    },
    status: (body: unknown, headers: Record<string, string> = {}) => post("/status", body, headers),
  };
}
