"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { uploadImport } from "../composer/upload-file.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { importJobsQuery, startImport, validateImport, type Columns, type Validation } from "./import-queries.ts";
import { newKey } from "../ui/new-key.ts";

/** Imports a file: uploads it once, checks it again after every change of the mapping, then imports it. */
export function useImport(file: File) {
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [validation, setValidation] = useState<Validation | null>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);
  /** The last requested import and its idempotency key. The same request again is the same import. */
  const asked = useRef<{ of: string; key: string } | null>(null);

  async function uploaded(): Promise<string> {
    if (fileName !== null) return fileName;
    upload.current = new AbortController();
    setShare(0);
    try {
      const name = await uploadImport(workspaceId, file, { onProgress: setShare, signal: upload.current.signal });
      setFileName(name);
      return name;
    } finally {
      setShare(null);
    }
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    setBusy(true);
    setError(null);
    try {
      return await work();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
      return null;
    } finally {
      setBusy(false);
    }
  }

  const check = (columns: Columns) =>
    attempt(async () => setValidation(await validateImport(workspaceId, await uploaded(), columns)));
  /** Returns the job's ID. null: the import was refused. */
  const start = (columns: Columns, skipErrors: boolean) =>
    attempt(async () => {
      const choice = { fileName: await uploaded(), columns, skipErrors };
      const of = JSON.stringify(choice);
      if (asked.current?.of !== of) asked.current = { of, key: newKey() };
      const jobId = await startImport(workspaceId, choice, asked.current.key);
      void client.invalidateQueries({ queryKey: importJobsQuery(workspaceId).queryKey });
      return jobId;
    });
  const forgetCheck = () => {
    setValidation(null);
    setError(null);
  };
  return { share, isBusy, error, validation, check, start, forgetCheck };
}
