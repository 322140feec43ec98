import type { ReactNode } from "react";
import { Words } from "../../../../components/i18n/words.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <Words of="playground">{children}</Words>;
}
