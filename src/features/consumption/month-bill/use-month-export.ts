import { useState } from 'react'
import { llmBills } from '#contract/llm-bills.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { toast } from '#src/ui/toast.ts'

/** The month as a file, written by the server. */
export function useMonthExport(month: string | undefined): { exporting: boolean; start: () => Promise<void> } {
  const [exporting, setExporting] = useState(false)
  const start = async () => {
    if (!month) return
    setExporting(true)
    try {
      const { blob, name } = await fetchFile(llmBills.month_export, { params: { month } })
      saveAsFile(name ?? `大模型月账单-${month}.csv`, blob)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '导出失败，请重试')
    } finally {
      setExporting(false)
    }
  }
  return { exporting, start }
}
