import { couponKinds, couponSources, couponUses } from '#contract/coupons.ts'
import { chargeRules } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type CampaignState, campaignStates, couponValidities, operatorCoupons } from '#contract/operator/coupons.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { operatorLimitText } from '#contract/operator/reason.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { callEndpoint } from '#src/api/call.ts'
import { loadRegionOptions } from '#src/features/instances/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BeijingTimeInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { createMultiSelectInput } from '#src/operator/shared/multi-select-input.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<CampaignState> = {
  waiting: { tone: 'warning', icon: 'clock' },
  running: { tone: 'success', icon: 'check' },
  upcoming: { tone: 'warning', icon: 'clock' },
  gone: { tone: 'neutral', icon: 'receipt' },
  over: { tone: 'neutral', icon: 'close' },
  stopped: { tone: 'neutral', icon: 'pause' },
}

const loadProductOptions = async () => {
  const { data } = await callEndpoint(operatorProducts.list, { query: { page_size: limits.pageSizeMax } })
  return Object.fromEntries(data.map(({ id, name, region_name: regionName }) => [id, `${name}（${regionName}）`]))
}

const isFieldOneOf =
  (field: string, ...values: string[]) =>
  (form: Record<string, unknown>) =>
    values.includes(String(form[field]))

const reasonField = {
  name: 'reason',
  label: '原因',
  placeholder: '例如 11 月 20 日机房断电补偿',
  help: '审批人会看到，并记入审计。',
} as const

const campaignFields = [
  { name: 'name', label: '名称', placeholder: '例如 开学季代金券', help: '用户看到的名称。' },
  {
    name: 'kind',
    label: '类型',
    input: 'radio',
    options: couponKinds,
    initial: 'voucher',
    help: '代金券像钱一样用到完；满减券、折扣券用于一个订单。',
  },
  { name: 'face', label: '面值（元）', when: isFieldOneOf('kind', 'voucher') },
  {
    name: 'threshold',
    label: '门槛（元）',
    initial: '0',
    help: '0 为无门槛。',
    when: isFieldOneOf('kind', 'reduction', 'discount'),
  },
  { name: 'reduction', label: '减免（元）', help: '优惠之后至少支付 0.01 元。', when: isFieldOneOf('kind', 'reduction') },
  { name: 'percent', label: '按原价的百分之几', input: 'number', help: '80 即 8 折。', when: isFieldOneOf('kind', 'discount') },
  { name: 'cap', label: '最多减（元）', help: '不填为不限。', when: isFieldOneOf('kind', 'discount') },
  { name: 'uses', label: '用途', render: createMultiSelectInput('coupon-uses', couponUses, '不限') },
  { name: 'charge_rules', label: '计费方式', render: createMultiSelectInput('charge-rules', chargeRules, '不限') },
  { name: 'product_ids', label: '产品', render: createMultiSelectInput('coupon-products', loadProductOptions, '不限') },
  { name: 'region_ids', label: '地域', render: createMultiSelectInput('coupon-regions', loadRegionOptions, '不限') },
  {
    name: 'how',
    label: '发放方式',
    input: 'radio',
    options: couponSources,
    initial: 'open',
    help: '领取：所有用户可在领券中心领取；兑换码：建成后生成并下载；平台发放：建成后指定用户。',
  },
  { name: 'quota', label: '总数量', input: 'number' },
  { name: 'per_user', label: '每人最多几张', input: 'number', initial: 1 },
  { name: 'validity', label: '有效期', input: 'radio', options: couponValidities, initial: 'days' },
  { name: 'valid_days', label: '有效天数', input: 'number', initial: 30, when: isFieldOneOf('validity', 'days') },
  { name: 'starts_at', label: '开始（北京时间）', render: BeijingTimeInput, when: isFieldOneOf('validity', 'dates') },
  { name: 'ends_at', label: '结束（北京时间）', render: BeijingTimeInput, when: isFieldOneOf('validity', 'dates') },
  reasonField,
] as const

/** Voucher and coupon campaigns: recipients and usage (product §10). */
export default defineResource({
  name: 'operator-coupons',
  label: '优惠券',
  meaning: '一个批次的条款建成后不再改变，用户手里的券因此不会变样；要改就停止发放，另建一个。',
  path: operatorPaths.coupons,
  nav: { section: 'credits', order: 10 },
  api: {
    list: operatorCoupons.list,
    one: operatorCoupons.get,
    create: operatorCoupons.create,
    history: operatorAudit.history,
  },
  title: (campaign) => campaign.name,
  columns: [
    {
      field: 'name',
      title: '批次',
      below: ({ kind, terms }) => <CellSubline>{`${couponKinds[kind]} · ${terms}`}</CellSubline>,
    },
    { field: 'state', title: '状态', type: 'status', words: campaignStates, looks: statusStyles },
    { field: 'how', title: '发放', type: 'word', words: couponSources },
    { field: 'validity', title: '有效期' },
    {
      field: 'taken',
      title: '已发 / 总数',
      text: ({ taken, quota }) => `${formatCount(taken)} / ${formatCount(quota)}`,
      align: 'end',
    },
    { field: 'given', title: '发出面值（元）', type: 'yuan' },
    { field: 'used', title: '已用（元）', type: 'yuan' },
  ],
  details: [
    { field: 'terms', title: '类型', text: ({ kind, terms }) => `${couponKinds[kind]}，${terms}` },
    { field: 'scope', title: '适用范围', text: ({ scope }) => scope.join('；') || '全场可用' },
    { field: 'per_user', title: '每人最多', text: ({ per_user: perUser }) => `${perUser} 张` },
    { field: 'pending', title: '等待他人审批', text: ({ pending }) => (pending ? `${pending} 项发放` : '无') },
    { field: 'created_by', title: '建立人' },
    { field: 'created_at', title: '建立时间', type: 'time' },
  ],
  filters: { kind: { label: '类型', options: couponKinds }, how: { label: '发放方式', options: couponSources } },
  search: '搜索名称',
  form: { create: campaignFields },
  actions: [
    {
      name: 'make_codes',
      label: '生成兑换码',
      icon: <Icon name="key" />,
      endpoint: operatorCoupons.make_codes,
      allowed: ({ how, state, pending }) => how === 'code' && state !== 'stopped' && pending === 0,
      whenOff: 'hidden',
      effect: `每个兑换码可换一张，由先输入的人得到。生成的个数不能超过总数量。面值${operatorLimitText}以内立即生成，更多的等另一人批准。`,
      fields: [{ name: 'count', label: '个数', input: 'number' }, reasonField],
      initial: () => ({ count: 10 }),
    },
    {
      name: 'grant',
      label: '发放给用户',
      icon: <Icon name="user" />,
      endpoint: operatorCoupons.grant,
      allowed: ({ how, state, pending }) => how === 'grant' && (state === 'running' || state === 'upcoming') && pending === 0,
      whenOff: 'hidden',
      effect: `每人一张，到账并通知本人，不能收回。有一个用户不存在或已领满时，一张也不发。面值${operatorLimitText}以内立即发放，更多的等另一人批准。`,
      fields: [{ name: 'users', label: '手机号或用户编号，每行一个', input: 'textarea' }, reasonField],
    },
    {
      name: 'stop',
      label: '停止发放',
      danger: true,
      endpoint: operatorCoupons.stop,
      allowed: ({ state }) => state !== 'stopped' && state !== 'waiting',
      whenOff: 'hidden',
      effect: '立即不能再领取、兑换或发放，不能恢复。已经领到的照常可用到过期，钱的数目不变。',
    },
  ],
  pages: { show: () => import('./CampaignShow.tsx') },
  empty: { title: '还没有批次', hint: '新建一个批次，选好面值、范围、有效期和发放方式，用户就能领取或兑换。' },
})
