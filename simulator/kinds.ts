import type { SimulatedChannel } from "./talk.ts";

type Kinds = Record<string, Record<string, unknown>>;

const PRODUCT = {
  elements: [
    { id: "7", retailer_id: "boots-7", title: "Boots", subtitle: "NOK 890", image_url: "https://x.invalid/b" },
  ],
};
const CARD = {
  template_type: "generic",
  elements: [
    { title: "Boots", subtitle: "Waterproof", buttons: [{ type: "web_url", title: "Buy", url: "https://x.invalid" }] },
  ],
};

const MESSAGING: Kinds = {
  Card: { attachments: [{ type: "template", payload: CARD }] },
  "From an ad": {
    text: "Is this still on?",
    referral: {
      source: "ADS",
      type: "OPEN_THREAD",
      ad_id: "6045246247433",
      ads_context_data: { ad_title: "Winter boots" },
    },
  },
  Product: { text: "Is it waterproof?", attachments: [{ type: "template", payload: { product: PRODUCT } }] },
};

/**
 * What customers send that the API has no message type for, by the name of its button on the page: the content of a message in
 * the provider's format. Source: the providers' documentation of 2026.
 */
const KINDS: Record<SimulatedChannel["kind"], Kinds> = {
  whatsapp: {
    Form: {
      type: "interactive",
      interactive: {
        type: "nfm_reply",
        nfm_reply: {
          name: "flow",
          body: "Sent",
          response_json: JSON.stringify({
            screen_0_First_name_0: "Ida",
            screen_0_Sizes_1: ["S", "M"],
            flow_token: "t",
          }),
        },
      },
    },
    Order: {
      type: "order",
      order: {
        catalog_id: "1",
        text: "As a gift, please",
        product_items: [
          { product_retailer_id: "boots-7", quantity: 1, item_price: 890, currency: "NOK" },
          { product_retailer_id: "socks-2", quantity: 2, item_price: 79.5, currency: "NOK" },
        ],
      },
    },
    "From an ad": {
      type: "text",
      text: { body: "Is this still on?" },
      referral: {
        source_type: "ad",
        source_id: "120210000000000001",
        source_url: "https://fb.me/winter",
        headline: "Winter boots",
        body: "Dry feet until spring",
        media_type: "image",
        image_url: "https://x.invalid/ad.jpg",
        ctwa_clid: "ARAkLkA8rmlFeiCktEJQ",
      },
    },
    "Product question": {
      type: "text",
      text: { body: "Is it waterproof?" },
      context: { referred_product: { catalog_id: "1", product_retailer_id: "boots-7" } },
    },
    Poll: {
      type: "unsupported",
      unsupported: { type: "poll_creation" },
      errors: [{ code: 131051, title: "Message type unknown" }],
    },
  },
  messenger: MESSAGING,
  instagram: MESSAGING,
  telegram: {
    Poll: { poll: { id: "1", question: "Tea?", options: [{ text: "Yes" }, { text: "No" }] } },
    Checklist: {
      checklist: {
        title: "Move",
        tasks: [
          { id: 1, text: "Boxes" },
          { id: 2, text: "Van" },
        ],
      },
    },
    "Mini app": { web_app_data: { button_text: "Order", data: '{"size":"M"}' } },
    Payment: { successful_payment: { currency: "EUR", total_amount: 1450, invoice_payload: "7" } },
    "In a topic": { text: "Which sizes are there?", message_thread_id: 12, is_topic_message: true },
    "To a business account": { text: "Is the shop open today?", business_connection_id: "olga" },
    "Text with a link": {
      text: "See our shop",
      entities: [{ type: "text_link", offset: 4, length: 8, url: "https://shop.example" }],
    },
    "Formatted message": {
      rich_message: {
        blocks: [
          { type: "heading", text: "Terms" },
          { type: "list", items: [{ text: "Free returns" }, { text: "Two years of warranty" }] },
        ],
      },
    },
  },
  custom: {},
  webchat: {},
};

export function kindsOf(channel: SimulatedChannel["kind"]): string[] {
  return Object.keys(KINDS[channel]);
}

/** @throws Error if the channel has no such kind. */
export function contentOfKind(channel: SimulatedChannel["kind"], name: string): Record<string, unknown> {
  const content = KINDS[channel][name];
  if (!content) throw new Error(`Nobody sends “${name}” on ${channel}`);
  return content;
}
