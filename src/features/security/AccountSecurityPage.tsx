import { accountSecurity } from '#contract/account-security.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import styles from './AccountSecurityPage.module.css'
import { ExportAndClosePanel } from './ExportAndClosePanel.tsx'
import { SecurityLevelPanel } from './SecurityLevelPanel.tsx'
import { SecuritySkeleton } from './SecuritySkeleton.tsx'
import { SessionList } from './SessionList.tsx'
import { SignInMethods } from './SignInMethods.tsx'

/** What keeps the account its owner's: ways to sign in, devices, and the way out (product §6). */
export default function AccountSecurityPage() {
  const { data, error, refetch } = useEndpoint(accountSecurity.get)
  return (
    <div className={frame.page}>
      <PageHeading title="账户安全" meaning="管理登录方式与登录设备。涉及账号安全的操作会先验证是你本人。" />
      <AsyncView
        data={data}
        error={error}
        errorTitle="安全信息加载失败"
        onRetry={() => void refetch()}
        skeleton={<SecuritySkeleton />}
      >
        {(security) => (
          <div className={styles.panels}>
            <SecurityLevelPanel security={security} />
            <SignInMethods security={security} />
            <SessionList />
            <ExportAndClosePanel />
          </div>
        )}
      </AsyncView>
    </div>
  )
}
