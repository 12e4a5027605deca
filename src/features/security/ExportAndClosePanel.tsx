import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { currentUser } from '#src/session/current-user.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { useExportAccountData } from './use-export-account-data.ts'

const CloseAccountDialog = lazyDialog(() => import('./CloseAccountDialog.tsx'))

/** Taking the own data along, and closing the account. */
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
