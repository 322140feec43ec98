"use client";

import { BrokenHouse } from "../components/shell/broken-house.tsx";

export default function GlobalErrorPage(props: { error: unknown; retry: () => void }) {
  return <BrokenHouse {...props} />;
}
