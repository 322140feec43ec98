"use client";

import { BrokenPage } from "../../../components/shell/broken-page.tsx";

export default function PortalErrorPage(props: { error: unknown; retry: () => void }) {
  return <BrokenPage {...props} />;
}
