import { Select } from 'antd'
import { activityAudiences, discountTypes } from '#contract/activities.ts'
import { artPatterns } from '#contract/banners.ts'
import { limits } from '#contract/limits.ts'
import { type ActivityState, activityStates, type OperatorActivity, operatorActivities } from '#contract/operator/activities.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BeijingTimeInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'

/** Multiple selection of products, on sale or not. */
function ProductsInput({ id, value, onChange }: FieldInputProps) {
  const { data = [], isLoading } = useEndpoint(operatorProducts.list, { query: { page_size: limits.pageSizeMax } })
  return (
    <Select
      {...(id && { id })}
      mode="multiple"
      loading={isLoading}
      placeholder="选择参与的产品"
      optionFilterProp="label"
      value={value as string[] | undefined}
      onChange={(chosen) => onChange?.(chosen)}
      options={data.map((product) => ({ value: product.id, label: `${product.name}（${product.region_name}）` }))}
      notFoundContent="还没有产品"
    />
  )
}

const statusStyles: StateStyles<ActivityState> = {
  draft: { tone: 'warning', icon: 'info' },
  hidden: { tone: 'neutral', icon: 'pause' },
  upcoming: { tone: 'warning', icon: 'clock' },
  running: { tone: 'success', icon: 'check' },
  ended: { tone: 'neutral', icon: 'close' },
}

const textFields = [
  { name: 'title', label: '标题', placeholder: '例如 开学季包周 8 折', help: '出现在首页、产品和订单里。' },
  { name: 'content', label: '说明', input: 'textarea', placeholder: '一句话说清谁能买、省多少' },
  { name: 'art', label: '图案', input: 'radio', options: artPatterns, initial: 'wafer' },
  { name: 'position', label: '排序', input: 'number', initial: 0, help: '小的在前；一个产品有几个活动时，显示最前的。' },
] as const

const termFields = [
  { name: 'product_ids', label: '参与的产品', render: ProductsInput },
  { name: 'discount_type', label: '计费方式', input: 'radio', options: discountTypes },
  { name: 'period', label: '一份的天数或周数', input: 'number' },
  { name: 'percent', label: '现价的百分之几', input: 'number', help: '80 即 8 折，随产品现价变动；数据盘不打折。' },
  { name: 'audience', label: '对象', input: 'radio', options: activityAudiences, help: '都要完成实名认证。' },
  { name: 'per_user', label: '每人最多几份', input: 'number' },
  { name: 'stock', label: '总份数', input: 'number', help: '不填为不限。' },
  { name: 'for_existing', label: '可用于已有实例', input: 'switch' },
  { name: 'starts_at', label: '开始（北京时间）', render: BeijingTimeInput },
  { name: 'ends_at', label: '结束（北京时间）', render: BeijingTimeInput },
  { name: 'reason', label: '原因', placeholder: '审批人会看到' },
] as const

const initialTerms = {
  discount_type: 'week',
  period: 1,
  percent: 80,
  audience: 'all',
  per_user: 1,
  stock: null,
  for_existing: true,
}

const formatTerms = ({ terms: own }: OperatorActivity) =>
  own ? `${discountTypes[own.discount_type]} × ${own.period}，现价的 ${own.percent}%` : '—'
const formatLimits = ({ terms: own }: OperatorActivity) =>
  own ? `${activityAudiences[own.audience]}，每人 ${own.per_user} 份${own.stock === null ? '' : `，共 ${own.stock} 份`}` : ''

/** Periods with discounted prices: texts, terms and results (product §10). */
export default defineResource({
  name: 'operator-activities',
  label: '活动',
  meaning: '限时、限量、低于现价的套餐。文字可以直接改；产品、折扣、份数和起止时间属于定价，须另一人审批。',
  path: operatorPaths.activities,
  nav: { section: 'site', order: 10 },
  api: {
    list: operatorActivities.list,
    one: operatorActivities.get,
    create: operatorActivities.create,
    update: operatorActivities.update,
    history: operatorAudit.history,
  },
  title: (activity) => activity.title,
  columns: [
    { field: 'title', title: '活动', below: (activity) => <CellSubline>{activity.products.length} 个产品</CellSubline> },
    { field: 'state', title: '状态', type: 'status', words: activityStates, looks: statusStyles },
    {
      field: 'terms',
      title: '条款',
      render: (activity) =>
        activity.terms_pending ? (
          <ToneTag tone="warning" icon="clock">
            {activity.terms ? `${formatTerms(activity)}，变更待审批` : '待审批'}
          </ToneTag>
        ) : (
          formatTerms(activity)
        ),
      text: formatTerms,
    },
    { field: 'terms', key: 'ends_at', title: '结束', type: 'time', value: ({ terms: own }) => own?.ends_at },
    { field: 'orders', title: '已售份数', type: 'count' },
    { field: 'amount', title: '实付（元）', type: 'yuan' },
    { field: 'position', title: '排序', type: 'count' },
  ],
  details: [
    { field: 'content', title: '说明' },
    { field: 'products', title: '产品', text: (activity) => activity.products.join('、') },
    { field: 'terms', key: 'limits', title: '对象与份数', text: formatLimits },
    {
      field: 'terms',
      key: 'existing',
      title: '可用于已有实例',
      text: ({ terms: own }) => (own ? (own.for_existing ? '是' : '否') : ''),
    },
    { field: 'terms', key: 'starts_at', title: '开始', type: 'time', value: ({ terms: own }) => own?.starts_at },
    { field: 'art', title: '图案', type: 'word', words: artPatterns },
  ],
  search: '搜索标题',
  form: { create: textFields, update: textFields },
  actions: [
    {
      name: 'request_terms',
      label: '申请条款',
      icon: <Icon name="wallet" />,
      endpoint: operatorActivities.request_terms,
      allowed: (activity) => !activity.terms_pending,
      effect:
        '提交后由另一位有权限的运营人员审批，批准时生效。已成交的订单不变，10 分钟内的报价照旧有效；结束后不能再按活动价下单。',
      fields: termFields,
      initial: (activity) => ({ ...(activity.terms ?? initialTerms) }),
    },
    {
      name: 'show',
      label: '展示',
      endpoint: operatorActivities.show,
      allowed: (activity) => !activity.visible && activity.terms !== null,
      whenOff: 'hidden',
      effect: '在起止时间之内，所有用户都能看到并以活动价购买。',
    },
    {
      name: 'hide',
      label: '停止展示',
      danger: true,
      endpoint: operatorActivities.hide,
      allowed: (activity) => activity.visible,
      whenOff: 'hidden',
      effect: '立即从首页消失，并且不能再按活动价下单，包括已经报价还没下单的。已成交的订单和时长不变。',
    },
  ],
  pages: { show: () => import('#src/operator/shared/HistoryShow.tsx') },
  empty: { title: '还没有活动', hint: '先写标题和说明，再申请条款；获批并展示后，用户在首页就能参与。' },
})
