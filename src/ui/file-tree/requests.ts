import { datasets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { callEndpoint } from '#src/api/call.ts'

// Imported lazily: the public page paints before the HTTP client has arrived.

/** One page of one level, folders first. */
export async function listDatasetFolder(versionId: string, path: string, page: number, signal: AbortSignal) {
  const query = { path, page, page_size: limits.pageSizeMax }
  const { data, total } = await callEndpoint(datasets.file_list, { params: { version_id: versionId }, query }, { signal })
  return { entries: data, total }
}

export const getDatasetPreview = async (versionId: string, path: string, signal: AbortSignal) =>
  (await callEndpoint(datasets.preview, { params: { version_id: versionId }, query: { path } }, { signal })).data

/** An address of this site that gives the file's bytes for a short while. */
export const getDatasetFileUrl = async (versionId: string, path: string) =>
  (await callEndpoint(datasets.file_ticket, { params: { version_id: versionId }, body: { path } })).data.url
