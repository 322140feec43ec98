import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreWords } from "./more-words.tsx";
import { wordsOf, type Part } from "./rooms.ts";

/** Provides a part of the portal with the texts that only this part uses. */
export async function Words({ of, children }: { of: Part; children: ReactNode }) {
  return <MoreWords messages={wordsOf(of, await getMessages())}>{children}</MoreWords>;
}
