import { useSearchParams } from 'react-router-dom'
import { users } from '#contract/users.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { findReturnLink } from '#src/admin/return-link.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { currentUser } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './CertificationDetails.module.css'
import { CertificationSkeleton } from './CertificationSkeleton.tsx'
import { OrganisationPanel } from './OrganisationPanel.tsx'
import { RealNamePending } from './RealNamePending.tsx'
import { RealNamePurpose } from './RealNamePurpose.tsx'
import { RealNameVerified } from './RealNameVerified.tsx'
import { VerifyRealNameForm } from './VerifyRealNameForm.tsx'

/** Who the account belongs to: the form until it is known, the masked answer from then on, and the organisation it stands for. */
export default function CertificationDetails() {
  const [search] = useSearchParams()
  const main = useStore(currentUser)?.account_type !== 'sub'
  const { data, error, refetch } = useEndpoint(users.get_real_name)
  return (
    <div className={frame.page}>
      <PageHeading title="实名认证" meaning="按法规要求，租用算力前需要确认账号使用者的真实身份。" />
      <div className={frame.columns}>
        <AsyncView
          data={data}
          error={error}
          errorTitle="认证状态加载失败"
          onRetry={() => void refetch()}
          skeleton={<CertificationSkeleton />}
        >
          {(realName) =>
            realName.passed === 'T' ? (
              <div className={styles.passed}>
                <RealNameVerified real_name={realName} back={findReturnLink(search)} />
                <OrganisationPanel />
              </div>
            ) : realName.review?.status === 'pending' ? (
              <RealNamePending real_name={realName} />
            ) : main ? (
              <VerifyRealNameForm refused={realName.review?.reason ?? null} />
            ) : (
              <EmptyState title="由主账号认证" hint="主账号完成实名认证后，你的账号即视为已认证，不用另外提交。" />
            )
          }
        </AsyncView>
        <RealNamePurpose />
      </div>
    </div>
  )
}
