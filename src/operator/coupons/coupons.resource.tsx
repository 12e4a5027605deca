import { coupon_kinds, coupon_uses, coupon_ways } from '#contract/coupons.ts'
import { charge_rules } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { operator_audit } from '#contract/operator/audit.ts'
import { type CampaignState, campaign_states, operator_coupons, validities } from '#contract/operator/coupons.ts'
import { operator_products } from '#contract/operator/products.ts'
import { alone_words } from '#contract/operator/reason.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { call } from '#src/api/call.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { MomentInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { Below } from '#src/operator/shared/CellSubline.tsx'
import { manyOf } from '#src/operator/shared/multi-select-input.tsx'
import { regionOptions } from '#src/operator/shared/options.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { Looks } from '#src/ui/StateTag.tsx'

const looks: Looks<CampaignState> = {
  waiting: { tone: 'warning', icon: 'clock' },
  running: { tone: 'success', icon: 'check' },
  upcoming: { tone: 'warning', icon: 'clock' },
  gone: { tone: 'neutral', icon: 'receipt' },
  over: { tone: 'neutral', icon: 'close' },
  stopped: { tone: 'neutral', icon: 'pause' },
}

const productOptions = async () => {
  const { data } = await call(operator_products.list, { query: { page_size: limits.page_size_max } })
  return Object.fromEntries(data.map(({ id, name, region_name }) => [id, `${name}（${region_name}）`]))
}

const is =
  (field: string, ...values: string[]) =>
  (form: Record<string, unknown>) =>
    values.includes(String(form[field]))

const why = {
  name: 'reason',
  label: '原因',
  placeholder: '例如 11 月 20 日机房断电补偿',
  help: '审批人会看到，并记入审计。',
} as const

const form = [
  { name: 'name', label: '名称', placeholder: '例如 开学季代金券', help: '用户看到的名称。' },
  {
    name: 'kind',
    label: '类型',
    input: 'radio',
    options: coupon_kinds,
    initial: 'voucher',
    help: '代金券像钱一样用到完；满减券、折扣券用于一个订单。',
  },
  { name: 'face', label: '面值（元）', when: is('kind', 'voucher') },
  { name: 'threshold', label: '门槛（元）', initial: '0', help: '0 为无门槛。', when: is('kind', 'reduction', 'discount') },
  { name: 'reduction', label: '减免（元）', help: '优惠之后至少支付 0.01 元。', when: is('kind', 'reduction') },
  { name: 'percent', label: '按原价的百分之几', input: 'number', help: '80 即 8 折。', when: is('kind', 'discount') },
  { name: 'cap', label: '最多减（元）', help: '不填为不限。', when: is('kind', 'discount') },
  { name: 'uses', label: '用途', render: manyOf('coupon-uses', coupon_uses, '不限') },
  { name: 'charge_rules', label: '计费方式', render: manyOf('charge-rules', charge_rules, '不限') },
  { name: 'product_ids', label: '产品', render: manyOf('coupon-products', productOptions, '不限') },
  { name: 'region_ids', label: '地域', render: manyOf('coupon-regions', regionOptions, '不限') },
  {
    name: 'how',
    label: '发放方式',
    input: 'radio',
    options: coupon_ways,
    initial: 'open',
    help: '领取：所有用户可在领券中心领取；兑换码：建成后生成并下载；平台发放：建成后指定用户。',
  },
  { name: 'quota', label: '总数量', input: 'number' },
  { name: 'per_user', label: '每人最多几张', input: 'number', initial: 1 },
  { name: 'validity', label: '有效期', input: 'radio', options: validities, initial: 'days' },
  { name: 'valid_days', label: '有效天数', input: 'number', initial: 30, when: is('validity', 'days') },
  { name: 'starts_at', label: '开始（北京时间）', render: MomentInput, when: is('validity', 'dates') },
  { name: 'ends_at', label: '结束（北京时间）', render: MomentInput, when: is('validity', 'dates') },
  why,
] as const

/** What is given away: vouchers and coupons, to whom and how much of it came to use (product §10). */
export default defineResource({
  name: 'operator-coupons',
  label: '优惠券',
  meaning: '一个批次的条款建成后不再改变，用户手里的券因此不会变样；要改就停止发放，另建一个。',
  path: operator_paths.coupons,
  nav: { group: 'money', order: 60, icon: 'coupon' },
  api: {
    list: operator_coupons.list,
    one: operator_coupons.get,
    create: operator_coupons.create,
    history: operator_audit.history,
  },
  title: (campaign) => campaign.name,
  columns: [
    {
      field: 'name',
      title: '批次',
      below: ({ kind, terms }) => <Below>{`${coupon_kinds[kind]} · ${terms}`}</Below>,
    },
    { field: 'state', title: '状态', type: 'status', words: campaign_states, looks },
    { field: 'how', title: '发放', type: 'word', words: coupon_ways },
    { field: 'validity', title: '有效期' },
    { field: 'taken', title: '已发 / 总数', text: ({ taken, quota }) => `${taken} / ${quota}`, align: 'end' },
    { field: 'given', title: '发出面值（元）', type: 'yuan' },
    { field: 'used', title: '已用（元）', type: 'yuan' },
  ],
  details: [
    { field: 'terms', title: '类型', text: ({ kind, terms }) => `${coupon_kinds[kind]}，${terms}` },
    { field: 'scope', title: '适用范围', text: ({ scope }) => scope.join('；') || '全场可用' },
    { field: 'per_user', title: '每人最多', text: ({ per_user }) => `${per_user} 张` },
    { field: 'pending', title: '等待他人审批', text: ({ pending }) => (pending ? `${pending} 项发放` : '无') },
    { field: 'created_by', title: '建立人' },
    { field: 'created_at', title: '建立时间', type: 'time' },
  ],
  filters: { kind: { label: '类型', options: coupon_kinds }, how: { label: '发放方式', options: coupon_ways } },
  search: '搜索名称',
  form: { create: form },
  actions: [
    {
      name: 'make_codes',
      label: '生成兑换码',
      icon: <Icon name="key" />,
      endpoint: operator_coupons.make_codes,
      allowed: ({ how, state, pending }) => how === 'code' && state !== 'stopped' && pending === 0,
      when_off: 'hidden',
      effect: `每个兑换码可换一张，由先输入的人得到。生成的个数不能超过总数量。面值${alone_words}以内立即生成，更多的等另一人批准。`,
      fields: [{ name: 'count', label: '个数', input: 'number' }, why],
      initial: () => ({ count: 10 }),
    },
    {
      name: 'grant',
      label: '发放给用户',
      icon: <Icon name="user" />,
      endpoint: operator_coupons.grant,
      allowed: ({ how, state, pending }) => how === 'grant' && (state === 'running' || state === 'upcoming') && pending === 0,
      when_off: 'hidden',
      effect: `每人一张，到账并通知本人，不能收回。有一个用户不存在或已领满时，一张也不发。面值${alone_words}以内立即发放，更多的等另一人批准。`,
      fields: [{ name: 'users', label: '手机号或用户编号，每行一个', input: 'textarea' }, why],
    },
    {
      name: 'stop',
      label: '停止发放',
      danger: true,
      endpoint: operator_coupons.stop,
      allowed: ({ state }) => state !== 'stopped' && state !== 'waiting',
      when_off: 'hidden',
      effect: '立即不能再领取、兑换或发放，不能恢复。已经领到的照常可用到过期，钱的数目不变。',
    },
  ],
  pages: { show: () => import('./CampaignShow.tsx') },
  empty: { title: '还没有批次', hint: '新建一个批次，选好面值、范围、有效期和发放方式，用户就能领取或兑换。' },
})
