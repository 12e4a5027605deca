import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { accountSecurity } from '#contract/account-security.ts'
import { limits } from '#contract/limits.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { currentUser } from '#src/session/current-user.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Exports the user's personal data as a file. */
function useExportAccountData() {
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

const CloseAccountDialog = lazyDialog(() => import('./CloseAccountDialog.tsx'))

/** Export of personal data, and closing the account. */
export function ExportAndClosePanel() {
  const user = useStore(currentUser)
  const { exportData, exporting } = useExportAccountData()
  const [closing, setClosing] = useState(false)
  return (
    <PagePanel title="数据与注销">
      <SettingRows>
        <SettingRow
          title="导出个人数据"
          action={
            <Button loading={exporting} onClick={exportData}>
              下载数据
            </Button>
          }
        >
          资料、认证（打码）、钱包、登录设备、密钥指纹与授权记录，JSON 格式
        </SettingRow>
        {user?.account_type === 'main' && (
          <SettingRow
            title="注销账号"
            action={
              <Button danger onClick={() => setClosing(true)}>
                注销账号
              </Button>
            }
          >
            申请后有 {limits.closingDays} 天可以反悔；之后个人信息被删除，无法恢复
          </SettingRow>
        )}
      </SettingRows>
      <Suspense fallback={null}>{closing && <CloseAccountDialog onClose={() => setClosing(false)} />}</Suspense>
    </PagePanel>
  )
}
