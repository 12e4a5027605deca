import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ActivityOfferView } from './ActivityOfferView.tsx'
import { useActivityOffer } from './use-activity-offer.ts'

/** What the server says when there is nothing to be bought here; everything else is a failure to be tried again. */
const noOfferCodes: readonly string[] = [
  resultCodes.activity_over.code,
  resultCodes.activity_not_eligible.code,
  resultCodes.activity_used_up.code,
  resultCodes.action_not_allowed.code,
]

function NoOffer({ why_not: whyNot, onOther }: { why_not: string; onOther: () => void }) {
  return (
    <PagePanel>
      <EmptyState
        title="这台实例现在不能参与活动"
        hint={`${whyNot}。`}
        action={<Button onClick={onOther}>查看我的实例</Button>}
      />
    </PagePanel>
  )
}

/** An activity's discounted period for an instance one has (product §4): the instance, the offer, before and after. */
export default function ActivityOfferPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const instanceName = search.get('instance_name') ?? ''
  const { offer, error, retry } = useActivityOffer(instanceName, search.get('activity_id'))
  const toInstances = () => void navigate(paths.containerInstances)
  const refusal = isApiError(error) && noOfferCodes.includes(error.code) ? error.message : null
  const gpuType = search.get('gpu_type')

  return (
    <div className={frame.page}>
      <PageHeading
        title="参与活动"
        meaning={`为已有的${gpuType ? ` ${gpuType} ` : ''}实例以活动价购买时长，数据和配置不变。`}
        trail={[{ label: '容器实例', to: paths.containerInstances }]}
      />
      {instanceName === '' ? (
        <NoOffer why_not="没有选择实例，请从首页的活动进入" onOther={toInstances} />
      ) : refusal && !offer ? (
        <NoOffer why_not={refusal} onOther={toInstances} />
      ) : (
        <AsyncView
          data={offer}
          error={error}
          errorTitle="活动报价加载失败"
          onRetry={retry}
          skeleton={
            <PagePanel>
              <SkeletonRows rows={5} />
            </PagePanel>
          }
        >
          {(found) =>
            found.quote ? (
              <ActivityOfferView instance={found.instance} quote={found.quote} />
            ) : (
              <NoOffer why_not={found.why_not} onOther={toInstances} />
            )
          }
        </AsyncView>
      )}
    </div>
  )
}
