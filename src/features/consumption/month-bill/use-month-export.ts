import { useState } from 'react'
import { llm_bills } from '#contract/llm-bills.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { download } from '#src/ui/download.ts'
import { toast } from '#src/ui/toast.ts'

/** The month as a file, written by the server. */
export function useMonthExport(month: string | undefined): { exporting: boolean; start: () => Promise<void> } {
  const [exporting, setExporting] = useState(false)
  const start = async () => {
    if (!month) return
    setExporting(true)
    try {
      const { blob, name } = await fetchFile(llm_bills.month_export, { params: { month } })
      download(name ?? `大模型月账单-${month}.csv`, blob)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '导出失败，请重试')
    } finally {
      setExporting(false)
    }
  }
  return { exporting, start }
}
