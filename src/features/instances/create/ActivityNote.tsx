import { Alert, Button } from 'antd'
import { type Activity, discountTypes } from '#contract/activities.ts'
import { resultCodes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'
import { unitNames } from '#src/ui/catalogue/price.ts'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { QuoteState } from './use-instance-quote.ts'

const refusalCodes: readonly string[] = [
  resultCodes.activity_over.code,
  resultCodes.activity_not_eligible.code,
  resultCodes.activity_used_up.code,
]

interface Props {
  activity: Activity | null | undefined
  resolved: ResolvedDraft
  quoting: QuoteState
  /** Leaves the activity and buys at the regular price. */
  onLeave: () => void
}

/** Says whether the activity's price applies to the selection, and if not, why. */
export function ActivityNote({ activity, resolved: { under }, quoting, onLeave }: Props) {
  const refused = isApiError(quoting.error) && refusalCodes.includes(quoting.error.code) ? quoting.error.message : null
  const leave = (
    <Button size="small" onClick={onLeave}>
      按现价租用
    </Button>
  )
  if (!activity) return <Alert type="warning" showIcon message="活动已结束，以下是现在的价格。" action={leave} />
  const { activity_title: title, product_data: productData, period, percent } = activity
  const share = `${discountTypes[productData.discount_type]} ${period} ${unitNames[productData.discount_type]}`
  if (refused) return <Alert type="warning" showIcon message={`没有按活动「${title}」报价：${refused}。`} action={leave} />
  if (!under) {
    const message = `当前的选择不在活动「${title}」之内：它用于参与产品的${share}。以下按现价计算。`
    return <Alert type="warning" showIcon message={message} action={leave} />
  }
  return (
    <Alert
      type="success"
      showIcon
      message={`正在以活动「${title}」的价格租用`}
      description={`${share}，GPU 单价为现价的 ${percent}%，数据盘按原价。每人最多 ${activity.per_user} 份；活动价只用于立即创建，不能排队。`}
    />
  )
}
