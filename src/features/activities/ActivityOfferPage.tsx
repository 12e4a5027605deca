import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { codes } from '#contract/codes.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { OfferView } from './ActivityOfferView.tsx'
import { useOffer } from './use-activity-offer.ts'

/** What the server says when there is nothing to be bought here; everything else is a failure to be tried again. */
const no_offer: readonly string[] = [
  codes.activity_over.code,
  codes.activity_not_eligible.code,
  codes.activity_used_up.code,
  codes.action_not_allowed.code,
]

function NoOffer({ why_not, onOther }: { why_not: string; onOther: () => void }) {
  return (
    <Panel>
      <EmptyState
        title="这台实例现在不能参与活动"
        hint={`${why_not}。`}
        action={<Button onClick={onOther}>查看我的实例</Button>}
      />
    </Panel>
  )
}

/** An activity's discounted period for an instance one has (product §4): the instance, the offer, before and after. */
export default function AlreadyInstance() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const instance_name = search.get('instance_name') ?? ''
  const { offer, error, retry } = useOffer(instance_name, search.get('activity_id'))
  const toInstances = () => void navigate(paths.container_instances)
  const refusal = isApiError(error) && no_offer.includes(error.code) ? error.message : null
  const gpu_type = search.get('gpu_type')

  return (
    <div className={frame.page}>
      <PageHeader
        title="参与活动"
        meaning={`为已有的${gpu_type ? ` ${gpu_type} ` : ''}实例以活动价购买时长，数据和配置不变。`}
        trail={[{ label: '容器实例', to: paths.container_instances }]}
      />
      {instance_name === '' ? (
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
            <Panel>
              <SkeletonRows rows={5} />
            </Panel>
          }
        >
          {(found) =>
            found.quote ? (
              <OfferView instance={found.instance} quote={found.quote} />
            ) : (
              <NoOffer why_not={found.why_not} onOther={toInstances} />
            )
          }
        </AsyncView>
      )}
    </div>
  )
}
