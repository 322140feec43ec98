import { pageTitle } from "../components/i18n/page-title.ts";
import { NotFoundFace } from "../components/shell/not-found-face.tsx";

export const generateMetadata = () => pageTitle("notFound");

export default function NotFound() {
  return (
    <main style={{ display: "grid", minBlockSize: "100dvh" }}>
      <NotFoundFace />
    </main>
  );
}
