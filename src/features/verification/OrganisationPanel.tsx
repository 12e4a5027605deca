import { useState } from 'react'
import { type Certification, certification } from '#contract/certification.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { currentUser } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { CertificationSkeleton } from './CertificationSkeleton.tsx'
import { OrganisationForm } from './OrganisationForm.tsx'
import styles from './OrganisationPanel.module.css'
import { OrganisationReview } from './OrganisationReview.tsx'

const isFormNeeded = (latest: Certification | null) => latest === null || latest.status === 'withdrawn'

function OrganisationStatus({ latest }: { latest: Certification | null }) {
  const [again, setAgain] = useState(false)
  if (latest && !isFormNeeded(latest) && !again) return <OrganisationReview latest={latest} onAgain={() => setAgain(true)} />
  return <OrganisationForm latest={latest} onSent={() => setAgain(false)} />
}

/** The company or university behind the account: the form, or how far its review is. */
export function OrganisationPanel() {
  const main = useStore(currentUser)?.account_type === 'main'
  const { data, error, refetch } = useEndpoint(certification.get, {}, { enabled: main })
  if (!main) return null
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="企业与高校认证加载失败"
      onRetry={() => void refetch()}
      skeleton={<CertificationSkeleton />}
    >
      {(latest) => (
        <PagePanel title="企业与高校认证">
          {isFormNeeded(latest) && (
            <p className={styles.lead}>
              可选，用来证明账号由企业或高校使用，1 个工作日内完成审核。租用、价格和开票（含专票）不以它为条件。
            </p>
          )}
          <OrganisationStatus key={latest?.id ?? 'none'} latest={latest} />
        </PagePanel>
      )}
    </AsyncView>
  )
}
