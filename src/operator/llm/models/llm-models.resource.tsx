import { llmKinds } from '#contract/llm-models.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorLlmModels } from '#contract/operator/llm.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { formatPriceVersion, PriceVersion } from '#src/operator/shared/PriceVersion.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { UpstreamHealth } from './UpstreamHealth.tsx'

const modelFields = [
  { name: 'name', label: '名称', placeholder: '例如 通义千问 Plus' },
  { name: 'upstream_name', label: '上游名称', help: '上游接口里这个模型的编号；用户看不到。' },
  { name: 'context_length', label: '上下文长度（词元）', input: 'number', initial: 32_768 },
  { name: 'max_output', label: '一次最多输出（词元）', input: 'number', initial: 4096, help: '向量模型填 0。' },
  { name: 'image_tokens', label: '每张图片的词元上限', input: 'number', help: '一张图片最多算多少词元；不支持图片的模型不填。' },
  { name: 'max_choices', label: '一次最多几个回答', input: 'number', initial: 1, help: '请求里 n 的上限。' },
  { name: 'sort', label: '排序', input: 'number', initial: 0, help: '小的在前。' },
] as const

const priceFields = [
  { name: 'input', label: '输入（元 / 百万词元）' },
  { name: 'cached_input', label: '命中缓存的输入（元 / 百万词元）', help: '不高于输入价格。' },
  { name: 'output', label: '输出（元 / 百万词元）', help: '向量模型填 0。' },
  { name: 'reason', label: '原因', placeholder: '审批人会看到' },
] as const

const stateLabels = { unpriced: '待定价', offered: '已上架', not_offered: '未上架' }
const statusStyles: StateStyles<keyof typeof stateLabels> = {
  unpriced: { tone: 'neutral', icon: 'close' },
  offered: { tone: 'success', icon: 'check' },
  not_offered: { tone: 'neutral', icon: 'close' },
}

/** The served models, with upstream name and price (product §9, §10). */
export default defineResource({
  name: 'operator-llm-models',
  label: '大模型',
  meaning: '提供哪些模型、每百万词元什么价。调价由两个人完成；进行中的调用按开始时的价格结算。',
  path: operatorPaths.llmModels,
  nav: { section: 'model_api', order: 10 },
  api: {
    list: operatorLlmModels.list,
    one: operatorLlmModels.get,
    create: operatorLlmModels.create,
    update: operatorLlmModels.update,
    history: operatorAudit.history,
  },
  title: (model) => model.name,
  columns: [
    { field: 'name', title: '模型', below: ({ id }) => <CellSubline>{id}</CellSubline> },
    { field: 'kind', title: '类型', type: 'word', words: llmKinds },
    {
      field: 'on_offer',
      title: '状态',
      type: 'status',
      value: ({ on_offer: onOffer, price }) => (!price ? 'unpriced' : onOffer ? 'offered' : 'not_offered'),
      words: stateLabels,
      looks: statusStyles,
    },
    {
      field: 'price',
      title: '输入 / 输出（元 / 百万词元）',
      render: ({ price }) =>
        price ? (
          <>
            <YuanAmount amount={price.input} bare /> / <YuanAmount amount={price.output} bare />
          </>
        ) : (
          '—'
        ),
      text: ({ price }) => (price ? `${price.input} / ${price.output}` : ''),
      align: 'end',
    },
    {
      field: 'price_version',
      title: '价格版本',
      render: (model) => <PriceVersion of={model} />,
      text: formatPriceVersion,
    },
    { field: 'calls_month', title: '本月调用', type: 'count' },
    { field: 'cost_month', title: '本月费用（元）', type: 'yuan' },
  ],
  details: [
    { field: 'upstream_name', title: '上游名称' },
    {
      field: 'context_length',
      title: '上下文长度',
      text: ({ context_length: contextLength }) => `${formatCount(contextLength)} 词元`,
    },
    { field: 'max_output', title: '一次最多输出', text: ({ max_output: maxOutput }) => `${formatCount(maxOutput)} 词元` },
    {
      field: 'image_tokens',
      title: '每张图片的词元上限',
      text: ({ image_tokens: imageTokens }) => (imageTokens === null ? '不支持图片' : `${formatCount(imageTokens)} 词元`),
    },
    { field: 'max_choices', title: '一次最多几个回答' },
    {
      field: 'price',
      key: 'cached',
      title: '命中缓存的输入',
      text: ({ price }) => (price ? `${price.cached_input} 元 / 百万词元` : ''),
    },
    { field: 'sort', title: '排序' },
  ],
  filters: {
    kind: { label: '类型', options: llmKinds },
    on_offer: { label: '是否上架', options: { true: '已上架', false: '未上架' } },
  },
  search: '搜索名称或编号',
  form: {
    create: [
      { name: 'id', label: '模型编号', placeholder: '用户在请求里写的 model，例如 qwen-plus', help: '建成后不能更改。' },
      { name: 'kind', label: '类型', input: 'radio', options: llmKinds, initial: 'chat' },
      ...modelFields,
    ],
    update: modelFields,
  },
  actions: [
    {
      name: 'request_price',
      label: '申请调价',
      icon: <Icon name="wallet" />,
      endpoint: operatorLlmModels.request_price,
      allowed: ({ price_pending: pricePending }) => !pricePending,
      effect: '提交后由另一位有权限的运营人员审批，批准时对新的调用生效；进行中的调用按开始时的价格结算。',
      fields: priceFields,
      initial: ({ price }) => (price ? { input: price.input, cached_input: price.cached_input, output: price.output } : {}),
    },
    {
      name: 'on_offer',
      label: '上架',
      endpoint: operatorLlmModels.on_offer,
      allowed: ({ on_offer: onOffer, price }) => !onOffer && price !== null,
      whenOff: 'hidden',
      effect: '上架后有权限的用户立即可以调用。',
    },
    {
      name: 'off_offer',
      label: '下架',
      danger: true,
      endpoint: operatorLlmModels.off_offer,
      allowed: ({ on_offer: onOffer }) => onOffer,
      whenOff: 'hidden',
      effect: '新的请求立即被拒绝，进行中的会完成；调用记录与账单不变。',
    },
  ],
  above: UpstreamHealth,
  pages: { show: () => import('./LlmModelShow.tsx') },
  empty: { title: '还没有模型', hint: '填上游的模型编号新建一个；定价获批后即可上架。' },
})
