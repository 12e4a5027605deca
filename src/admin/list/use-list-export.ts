import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { type Endpoint, parseEndpointNoun } from '#contract/endpoint.ts'
import { formatCell } from '#src/admin/columns.tsx'
import type { ListState, Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useActions } from '#src/admin/use-action.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { paths } from '#src/paths.ts'
import { listAllPages } from '#src/providers/data/all-pages.ts'
import { buildListQuery } from '#src/providers/data/list-query.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { toast } from '#src/ui/toast.ts'
import { formatCsv } from './csv.ts'
import { toCrudFilters } from './use-list-rows.ts'

/** Maximum rows of an export in the browser's memory; more rows need the API. */
const rowsMax = 10_000

const isTooLarge = (error: unknown) => isApiError(error) && error.code === resultCodes.export_too_large.code

/**
 * Exports the filtered rows of all pages: as a file of the server, or as a task of it if there are too many; without an endpoint,
 * page by page in the displayed order. `progress` is 0–1 while running, else null.
 */
export function useListExport(resource: Resource, state: ListState): { progress: number | null; start: () => Promise<void> } {
  const [progress, setProgress] = useState<number | null>(null)
  const navigate = useNavigate()
  const { run } = useActions({ success: false, failed: '导出失败，请重试' })

  const createTask = async (endpoint: Endpoint, body: object) => {
    const created = await run(endpoint, { body })
    if (!created) return
    const list = parseEndpointNoun(endpoint).startsWith('operator/') ? paths.operatorExports : paths.exports
    toast.success('行数较多，已创建导出任务，完成后通知你', {
      ms: 8000,
      action: { label: '查看导出记录', run: () => void navigate(list) },
    })
  }
  const fetchFrom = async (endpoint: Endpoint, task: Endpoint | undefined) => {
    const { page: _, page_size: __, ...query } = buildListQuery({ filters: toCrudFilters(state) })
    try {
      const { blob, name } = await fetchFile(endpoint, { query })
      saveAsFile(name ?? `${resource.label}.csv`, blob)
      toast.success('已导出当前筛选的全部内容')
    } catch (error) {
      if (!task || !isTooLarge(error)) throw error
      await createTask(task, query)
    }
  }
  const writePages = async () => {
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
  }

  const start = async () => {
    setProgress(0)
    const { export: endpoint, export_task: task } = resource.api
    try {
      await (endpoint ? fetchFrom(endpoint, task) : writePages())
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '导出失败，请重试')
    } finally {
      setProgress(null)
    }
  }
  return { progress, start }
}
