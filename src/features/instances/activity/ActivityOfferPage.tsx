import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type ActivityQuote, activities } from '#contract/activities.ts'
import { resultCodes } from '#contract/codes.ts'
import { type Instance, instances } from '#contract/instances.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { computeRequoteDelay } from '#src/features/instances/create/quote-query.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ActivityOfferView } from './ActivityOfferView.tsx'

const live = ['instances', 'wallet', 'user'] as const

/** An own instance and the activity's quote for it; without a quote, the reason. */
type ActivityOffer = { instance: Instance } & ({ quote: ActivityQuote } | { quote: null; why_not: string })

/** Loads the quote for the instance in the address; refetched when instance or balance change, and before it expires. */
function useActivityOffer(instanceName: string, asked: string | null) {
  const params = { id: instanceName }
  const instance = useEndpoint(instances.get, { params }, { enabled: instanceName !== '', live })
  const productId = instance.data?.product_id
  const query = { product_id: productId ?? '', ...(asked && { activity_id: asked }) }
  const label = useEndpoint(activities.user_label, { query }, { enabled: productId !== undefined, live })
  // an activity named in the address is quoted in any case, because the quote gives the exact reason for a refusal
  const activityId = label.data && (label.data.activity_id ?? asked)
  const quote = useEndpoint(
    activities.quote,
    { params, body: { activity_id: activityId ?? '' } },
    { enabled: Boolean(activityId), live, every: (found) => computeRequoteDelay(found) },
  )

  const offerOf = (): ActivityOffer | undefined => {
    if (!instance.data || !label.data) return undefined
    if (!activityId) return { instance: instance.data, quote: null, why_not: label.data.why_not ?? '活动已结束' }
    return quote.data && { instance: instance.data, quote: quote.data }
  }
  return {
    offer: offerOf(),
    error: instance.error ?? label.error ?? quote.error,
    retry: () => {
      for (const one of [instance, label, quote]) if (one.error) void one.refetch()
    },
  }
}

/** Error codes that mean there is no offer; any other error is a failure to retry. */
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

/** Discounted period of an activity for an existing instance (product §4): instance, offer, and before/after comparison. */
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
