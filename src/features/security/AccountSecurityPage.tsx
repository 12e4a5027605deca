import { account_security } from '#contract/account-security.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import styles from './AccountSecurityPage.module.css'
import { Leaving } from './ExportAndClosePanel.tsx'
import { Level } from './SecurityLevelPanel.tsx'
import { SecuritySkeleton } from './SecuritySkeleton.tsx'
import { Sessions } from './SessionList.tsx'
import { SignInWays } from './SignInMethods.tsx'

/** What keeps the account its owner's: ways to sign in, devices, and the way out (product §6). */
export default function AccountSecurityPage() {
  const { data, error, refetch } = useEndpoint(account_security.get)
  return (
    <div className={frame.page}>
      <PageHeader title="账户安全" meaning="管理登录方式与登录设备。涉及账号安全的操作会先验证是你本人。" />
      <AsyncView
        data={data}
        error={error}
        errorTitle="安全信息加载失败"
        onRetry={() => void refetch()}
        skeleton={<SecuritySkeleton />}
      >
        {(security) => (
          <div className={styles.panels}>
            <Level security={security} />
            <SignInWays security={security} />
            <Sessions />
            <Leaving />
          </div>
        )}
      </AsyncView>
    </div>
  )
}
