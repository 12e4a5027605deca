import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatCell } from '#src/admin/columns.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { listAllPages } from '#src/providers/data/all-pages.ts'
import { buildListQuery } from '#src/providers/data/list-query.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { toast } from '#src/ui/toast.ts'
import type { ListState } from '../resource.ts'
import { formatCsv } from './csv.ts'
import { toCrudFilters } from './use-list-rows.ts'

/** More than this is for the API, not for a browser's memory. */
const rowsMax = 10_000

/** Exports what the filters select, on all pages, in the order shown. `progress` is 0–1 while it runs, else null. */
export function useListExport(resource: Resource, state: ListState): { progress: number | null; start: () => Promise<void> } {
  const [progress, setProgress] = useState<number | null>(null)

  const fetchFrom = async (endpoint: Endpoint) => {
    const { page: _, page_size: __, ...query } = buildListQuery({ filters: toCrudFilters(state) })
    const { blob, name } = await fetchFile(endpoint, { query })
    saveAsFile(name ?? `${resource.label}.csv`, blob)
    toast.success('已导出当前筛选的全部内容')
  }

  const start = async () => {
    setProgress(0)
    try {
      if (resource.api.export) return await fetchFrom(resource.api.export)
      const query = buildListQuery({ filters: toCrudFilters(state), sorters: state.sort ? [state.sort] : [] })
      const { data, total } = await listAllPages(resource.api.list, query, {
        max: rowsMax,
        onPage: (have, total) => setProgress(total ? have / total : 1),
      })
      const sheet = (await resource.sheet?.())?.default ?? resource.columns
      const titles = sheet.map(({ title }) => title)
      const rows = (data as Row[]).map((row) => sheet.map((column) => formatCell(column, row)))
      const day = formatTime(new Date().toISOString()).slice(0, 10)
      saveAsFile(`${resource.label}-${day}.csv`, formatCsv([titles, ...rows]), 'text/csv')
      toast.success(
        total > rows.length ? `已导出前 ${rows.length} 条，共 ${total} 条；请缩小范围后再导出其余的` : `已导出 ${rows.length} 条`,
      )
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '导出失败，请重试')
    } finally {
      setProgress(null)
    }
  }
  return { progress, start }
}
