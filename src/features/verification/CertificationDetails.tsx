import { useSearchParams } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { users } from '#contract/users.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { findReturnLink } from '#src/admin/return-link.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { currentUser } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { TermList } from '#src/ui/TermList.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './CertificationDetails.module.css'
import { CertificationSkeleton } from './CertificationSkeleton.tsx'
import { OrganisationPanel } from './OrganisationPanel.tsx'
import { RealNamePending } from './RealNamePending.tsx'
import { RealNameVerified } from './RealNameVerified.tsx'
import { VerifyRealNameForm } from './VerifyRealNameForm.tsx'

const answers = [
  { term: '为什么需要', value: '租用算力前须核验使用者身份。认证通过后即可下单，每个账号只需一次。' },
  { term: '如何核验', value: '姓名与身份证号由核验服务或审核人员比对，不采集人脸；企业与高校认证由审核人员核对证件照片。' },
  {
    term: '如何保存',
    value: '加密存储，页面上只显示打码后的内容；证件照片在审核结束后删除。查看完整号码须验证身份，并留下记录。',
  },
  { term: '有什么限制', value: `一个身份证号只能认证一个账号；未满 ${limits.minGuardianAge} 周岁需由监护人办理，请联系客服。` },
]

/** Explains the purpose and handling of the data before asking for it. */
function RealNamePurpose() {
  return (
    <PagePanel title="关于实名认证">
      <TermList terms={answers} className={styles.answers} />
    </PagePanel>
  )
}

/** Identity of the account: the form until verified, then the masked data, and the organisation. */
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
