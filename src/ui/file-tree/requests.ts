/** Imported lazily, so that the public page paints before the HTTP client has loaded. */

import { datasets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Fetches one page of a folder, folders first. */
export async function listDatasetFolder(versionId: string, path: string, page: number, signal: AbortSignal) {
  const query = { path, page, page_size: limits.pageSizeMax }
  const { data, total } = await callEndpoint(datasets.file_list, { params: { version_id: versionId }, query }, { signal })
  return { entries: data, total }
}

export const getDatasetPreview = async (versionId: string, path: string, signal: AbortSignal) =>
  (await callEndpoint(datasets.preview, { params: { version_id: versionId }, query: { path } }, { signal })).data

/** Returns a short-lived URL on this site for the file's bytes. */
export const getDatasetFileUrl = async (versionId: string, path: string) =>
  (await callEndpoint(datasets.file_ticket, { params: { version_id: versionId }, body: { path } })).data.url
