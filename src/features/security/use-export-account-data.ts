import { useState } from 'react'
import { accountSecurity } from '#contract/account-security.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { toast } from '#src/ui/toast.ts'

/** Saves what the platform knows of the person as a file. */
export function useExportAccountData() {
  const [exporting, setExporting] = useState(false)
  const exportData = async () => {
    setExporting(true)
    try {
      const { blob, name } = await fetchFile(accountSecurity.export_data)
      saveAsFile(name ?? '我的数据.json', blob)
      toast.success('个人数据已下载')
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '下载失败，请重试')
    } finally {
      setExporting(false)
    }
  }
  return { exportData: () => void exportData(), exporting }
}
