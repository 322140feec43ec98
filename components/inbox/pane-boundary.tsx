"use client";

import { useTranslations } from "next-intl";
import { Component } from "react";
import type { ReactNode } from "react";
import { ErrorFace } from "../ui/error-face.tsx";

type Props = { title: string; children: ReactNode };
type State = { error: Error | null };

/** A pane that fails takes none of the others with it. */
export class PaneBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <FailedPane title={this.props.title} error={error} onRetry={() => this.setState({ error: null })} />;
  }
}

function FailedPane(face: { title: string; error: Error; onRetry: () => void }) {
  const t = useTranslations("inbox.panes");
  return <ErrorFace {...face} message={t("failed")} />;
}
