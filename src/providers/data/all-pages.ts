import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { callEndpoint } from '#src/api/call.ts'

export interface ListPage {
  data: { id: string }[]
  total: number
}

const pageSize = limits.pageSizeMax

/** Fetches all rows of a list query, or the first `max`, page by page; `onPage` receives the loaded and the total count. */
export async function listAllPages(
  endpoint: Endpoint,
  query: Record<string, unknown>,
  {
    signal,
    onPage,
    max = Number.POSITIVE_INFINITY,
  }: { signal?: AbortSignal | undefined; onPage?: (have: number, total: number) => void; max?: number } = {},
): Promise<ListPage> {
  const rows = new Map<string, { id: string }>()
  for (let page = 1; ; page += 1) {
    const { data, total } = await callEndpoint(endpoint, { query: { ...query, page, page_size: pageSize } }, { signal })
    const received = data as { id: string }[]
    for (const row of received) rows.set(row.id, row) // rows may move to the next page meanwhile
    onPage?.(rows.size, Math.min(total, max))
    if (rows.size >= max) return { data: [...rows.values()].slice(0, max), total }
    if (received.length < pageSize || page * pageSize >= total) return { data: [...rows.values()], total: rows.size }
  }
}
