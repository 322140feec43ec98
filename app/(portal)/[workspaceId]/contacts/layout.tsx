import type { ReactNode } from "react";
import { DatesLanguage } from "../../../../components/i18n/dates-language.tsx";
import { Words } from "../../../../components/i18n/words.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <Words of="contacts">
      <DatesLanguage>{children}</DatesLanguage>
    </Words>
  );
}
