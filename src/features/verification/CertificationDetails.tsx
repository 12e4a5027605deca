import { useSearchParams } from 'react-router-dom'
import { users } from '#contract/users.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { wayBack } from '#src/admin/return-link.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { current_user } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './CertificationDetails.module.css'
import { CertificationSkeleton } from './CertificationSkeleton.tsx'
import { Organisation } from './OrganisationPanel.tsx'
import { Waiting } from './RealNamePending.tsx'
import { Purpose } from './RealNamePurpose.tsx'
import { Verified } from './RealNameVerified.tsx'
import { RealNameForm } from './VerifyRealNameForm.tsx'

/** Who the account belongs to: the form until it is known, the masked answer from then on, and the organisation it stands for. */
export default function CertificationDetails() {
  const [search] = useSearchParams()
  const main = useStore(current_user)?.account_type !== 'sub'
  const { data, error, refetch } = useEndpoint(users.get_real_name)
  return (
    <div className={frame.page}>
      <PageHeader title="实名认证" meaning="按法规要求，租用算力前需要确认账号使用者的真实身份。" />
      <div className={frame.columns}>
        <AsyncView
          data={data}
          error={error}
          errorTitle="认证状态加载失败"
          onRetry={() => void refetch()}
          skeleton={<CertificationSkeleton />}
        >
          {(real_name) =>
            real_name.passed === 'T' ? (
              <div className={styles.passed}>
                <Verified real_name={real_name} back={wayBack(search)} />
                <Organisation />
              </div>
            ) : real_name.review?.status === 'pending' ? (
              <Waiting real_name={real_name} />
            ) : main ? (
              <RealNameForm refused={real_name.review?.reason ?? null} />
            ) : (
              <EmptyState title="由主账号认证" hint="主账号完成实名认证后，你的账号即视为已认证，不用另外提交。" />
            )
          }
        </AsyncView>
        <Purpose />
      </div>
    </div>
  )
}
