"use client";

import { BrokenPage } from "../components/shell/broken-page.tsx";

export default function ErrorPage(props: { error: unknown; retry: () => void }) {
  return (
    <main>
      <BrokenPage {...props} />
    </main>
  );
}
