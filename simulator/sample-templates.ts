import type { GraphTemplate } from "./graph-templates.ts";

/** The templates of a new WhatsApp account on the phone: Meta's standard sample, and two of a shop. */
export function sampleTemplates(): GraphTemplate[] {
  const approved = { status: "APPROVED", parameter_format: "POSITIONAL" };
  return [
    {
      id: "500000000000001",
      name: "hello_world",
      language: "en_US",
      category: "UTILITY",
      ...approved,
      components: [
        { type: "HEADER", format: "TEXT", text: "Hello World" },
        { type: "BODY", text: "Welcome and congratulations! This message shows that your number can send." },
        { type: "FOOTER", text: "WhatsApp Business Platform sample message" },
      ],
    },
    {
      id: "500000000000002",
      name: "order_shipped",
      language: "en",
      category: "UTILITY",
      ...approved,
      components: [
        {
          type: "BODY",
          text: "Hi {{1}}, your order {{2}} is on its way.",
          example: { body_text: [["Ida", "N-1180"]] },
        },
      ],
    },
    {
      id: "500000000000003",
      name: "new_lamps",
      language: "en",
      category: "MARKETING",
      ...approved,
      components: [
        { type: "BODY", text: "Hi {{1}}, our new lamps are here.", example: { body_text: [["Ida"]] } },
        { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Show me" }] },
      ],
    },
  ];
}

/** The templates of a new page on the phone. A page has utility templates only. */
export function samplePageTemplates(): GraphTemplate[] {
  return sampleTemplates().filter(({ name }) => name === "order_shipped");
}
