import { askApp } from "./ask-app.ts";

/** A response of the custom channel's endpoints. */
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

/** The customer's system on a custom channel: complete requests through the real endpoints. */
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
    /** Sends a customer's message unchanged. */
    send: (body: unknown, headers: Record<string, string> = {}) => post("", body, headers),
    /** Sends a text that must be accepted. Returns its ids. */
    text: async (senderId: string, content: string, more: Record<string, unknown> = {}) => {
      const { status, body } = await post("", { senderId, content, type: "text", ...more }, {});
      if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
      return body as { messageId: string; conversationId: string; clientId: string };
    },
    status: (body: unknown, headers: Record<string, string> = {}) => post("/status", body, headers),
  };
}
