import { data_sets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#src/api/call.ts'

// Imported lazily: the public page paints before the HTTP client has arrived.

/** One page of one level, folders first. */
export async function listLevel(version_id: string, path: string, page: number, signal: AbortSignal) {
  const query = { path, page, page_size: limits.page_size_max }
  const { data, total } = await call(data_sets.file_list, { params: { version_id }, query }, { signal })
  return { entries: data, total }
}

export const showPreview = async (version_id: string, path: string, signal: AbortSignal) =>
  (await call(data_sets.preview, { params: { version_id }, query: { path } }, { signal })).data

/** An address of this site that gives the file's bytes for a short while. */
export const fileAddress = async (version_id: string, path: string) =>
  (await call(data_sets.file_ticket, { params: { version_id }, body: { path } })).data.url
