import { IconBrain, IconCloudSearch, IconNotebook, IconWebhook } from "@tabler/icons-react";
import type { Assistant } from "./queries.ts";

type AssistantType = Assistant["type"];

/** Each type of assistant as people know it; `slug` stands in addresses. */
export const KINDS: Record<AssistantType, { name: string; slug: string; icon: typeof IconBrain; blurb: string }> = {
  builtIn: {
    name: "Built-in",
    slug: "built-in",
    icon: IconNotebook,
    blurb:
      "Answers from your own files, pages and site, names its source, and hands over when nothing fits. Needs no key.",
  },
  provider_a: {
    name: "Language model",
    slug: "model",
    icon: IconBrain,
    blurb: "Any model behind an OpenAI-compatible address, with your own key and instructions.",
  },
  provider_b: {
    name: "Pinecone Assistant",
    slug: "pinecone",
    icon: IconCloudSearch,
    blurb: "An assistant that you keep at Pinecone, with the files that you gave it there.",
  },
  custom: {
    name: "Your own endpoint",
    slug: "custom",
    icon: IconWebhook,
    blurb: "We send the conversation to an address of yours, and what it answers to the customer.",
  },
};

/** The types in the order in which they are offered. */
export const TYPES: readonly AssistantType[] = ["builtIn", "provider_a", "provider_b", "custom"];

export const typeOfSlug = (slug: string): AssistantType | null =>
  TYPES.find((type) => KINDS[type].slug === slug) ?? null;
