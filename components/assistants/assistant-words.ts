import { IconBrain, IconCloudSearch, IconNotebook, IconWebhook } from "@tabler/icons-react";
import type { Assistant } from "./queries.ts";

type AssistantType = Assistant["type"];

/** The icon and URL slug of each assistant type. `assistants.kinds` has its name and description. */
export const KINDS: Record<AssistantType, { slug: string; icon: typeof IconBrain }> = {
  builtIn: { slug: "built-in", icon: IconNotebook },
  provider_a: { slug: "model", icon: IconBrain },
  provider_b: { slug: "pinecone", icon: IconCloudSearch },
  custom: { slug: "custom", icon: IconWebhook },
};

/** The types in display order. */
export const TYPES: readonly AssistantType[] = ["builtIn", "provider_a", "provider_b", "custom"];

export const typeOfSlug = (slug: string): AssistantType | null =>
  TYPES.find((type) => KINDS[type].slug === slug) ?? null;
