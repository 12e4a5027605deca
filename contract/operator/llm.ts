import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dayRange, Keyword, listQuery } from '../list.ts'
import { LlmCall, LlmCallState, LlmSums } from '../llm-bills.ts'
import { LlmKind, LlmModel, LlmModelId, LlmPrice } from '../llm-models.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { Id, Name, Time, Yuan } from '../scalars.ts'
import { ChangeRequest } from './changes.ts'
import { OperatorReason } from './reason.ts'

export const OperatorLlmModel = LlmModel.extend({
  upstream_name: z.string().meta({ description: '上游对这个模型的叫法' }),
  on_offer: z.boolean(),
  sort: z.number().int(),
  price: LlmPrice.nullable().meta({ description: '现行价格；没有定价时为 null' }),
  price_version: z.number().int(),
  price_pending: z.boolean().meta({ description: '有待审批的调价' }),
  calls_month: z.number().int(),
  cost_month: Yuan.meta({ description: '本月费用，六位小数' }),
  created_at: Time,
}).meta({ id: 'OperatorLlmModel' })
export type OperatorLlmModel = z.infer<typeof OperatorLlmModel>

const Whole = (label: string, min: number, max: number) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}须为整数`)
    .min(min, `${label}至少 ${min}`)
    .max(max, `${label}最多 ${max}`)

/** Fields of a model that can be changed later; id and kind are fixed. An omitted capability stays unchanged. */
const changeableFields = {
  name: Name(60, '名称'),
  upstream_name: Name(120, '上游名称'),
  context_length: Whole('上下文长度', 1, 10_000_000),
  max_output: Whole('一次最多输出', 0, 1_000_000),
  image_tokens: Whole('每张图片的词元上限', 1, 100_000).nullable().optional(),
  max_choices: Whole('一次最多几个回答', 1, 16).optional(),
  sort: Whole('排序', 0, 100_000),
}

/** Yuan per million tokens as typed; 0 is allowed. */
const TokenPrice = z
  .string({ error: '请输入价格' })
  .min(1, '请输入价格')
  .refine((v) => v === '' || /^\d{1,5}(\.\d{1,6})?$/.test(v), '请输入最多保留六位小数的数，可以是 0')
export const LlmPriceForm = z
  .object({ input: TokenPrice, cached_input: TokenPrice, output: TokenPrice, reason: OperatorReason })
  .superRefine((form, ctx) => {
    if (Number(form.cached_input) > Number(form.input))
      ctx.addIssue({ code: 'custom', path: ['cached_input'], message: '命中缓存的价格不能高于输入价格' })
  })

const LlmPriceVersion = LlmPrice.extend({
  id: Id,
  version: z.number().int(),
  until: Time.nullable().meta({ description: '被下一版取代的时间；现行版为 null' }),
  calls: z.number().int(),
  cost: Yuan.meta({ description: '按此版计费的费用之和，六位小数' }),
}).meta({ id: 'LlmPriceVersion' })

const OperatorLlmCall = LlmCall.extend({
  owner: z.object({ id: Id, nickname: z.string() }),
}).meta({ id: 'OperatorLlmCall' })

const ById = z.object({ id: LlmModelId })
const source = 'decided: product §10, docs/decisions/040' as const
const defineOfferChange = createRowActionDefiner({
  path: '/api/v1/operator/llm_model/:id',
  access: 'operator_admin',
  source,
  params: ById,
  data: OperatorLlmModel,
})

export const operatorLlmModels = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/llm_model/list',
    access: 'operator',
    summary: '大模型，含已下架的',
    description: 'Lists the large language models, including those not on offer.',
    source,
    query: listQuery(['sort', 'id', 'cost_month'], {
      keyword: Keyword,
      kind: LlmKind.optional(),
      on_offer: z.enum(['true', 'false']).optional(),
    }),
    data: z.array(OperatorLlmModel),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/llm_model/:id',
    access: 'operator',
    summary: '大模型详情',
    description: 'Returns one large language model with its price, upstream name and use this month.',
    source,
    params: ById,
    data: OperatorLlmModel,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/llm_model',
    access: 'operator_admin',
    idempotent: true,
    summary: '新建模型；定价并上架后用户才能调用',
    description: 'Creates a large language model; users can call it once it has a price and is put on offer.',
    message: '模型已创建，定价后即可上架',
    source,
    body: z.object({ id: LlmModelId, kind: LlmKind, ...changeableFields }),
    data: OperatorLlmModel,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/llm_model/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '修改模型；进行中的调用不受影响',
    description: 'Changes a large language model; running calls are not affected.',
    message: '模型已修改',
    source,
    params: ById,
    body: z.object(changeableFields),
    data: OperatorLlmModel,
  }),
  on_offer: defineOfferChange('on_offer', '上架', 'Puts a large language model on offer; it must have a price.', '已上架'),
  off_offer: defineOfferChange(
    'off_offer',
    '下架；进行中的调用会完成，新的请求被拒绝',
    'Takes a large language model off offer: new requests are refused, running ones finish.',
    '已下架',
  ),
  prices: endpoint({
    method: 'GET',
    path: '/api/v1/operator/llm_model/:id/price/list',
    access: 'operator',
    summary: '价格版本，新的在前',
    description: 'Lists the price versions of a large language model, newest first, with what was charged by each.',
    source,
    params: ById,
    query: listQuery(['version']),
    data: z.array(LlmPriceVersion),
    paged: true,
  }),
  request_price: endpoint({
    method: 'POST',
    path: '/api/v1/operator/llm_model/:id/price',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '申请新的价格版本；他人批准后对新的调用生效',
    description: 'Requests a new price version, in force for new calls once another operator approves it.',
    message: '已提交，等待他人审批',
    source: 'decided: product §3, docs/decisions/018',
    params: ById,
    body: LlmPriceForm,
    data: ChangeRequest,
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/v1/operator/llm_upstream',
    access: 'operator',
    summary: '上游是否可用：现在询问一次，与近一小时的成败',
    description: 'Asks the upstream whether it is reachable now, and returns the calls and errors of the last hour.',
    source,
    data: z.object({
      sandbox: z.boolean(),
      off: z.boolean().meta({ description: '没有接入上游' }),
      reachable: z.boolean(),
      latency_ms: z.number().int().nullable(),
      checked_at: Time,
      models: z.array(z.string()).meta({ description: '上游自己列出的模型名' }),
      hour: z.object({ calls: z.number().int(), errors: z.number().int(), first_byte_ms: z.number().int().nullable() }),
    }),
  }),
}

const callFilters = {
  keyword: Keyword.meta({ description: '请求编号、用户昵称或编号' }),
  user_id: Id.optional(),
  model: LlmModelId.optional(),
  state: LlmCallState.optional(),
  ...dayRange,
}

export const operatorLlmCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/llm_call/list',
    access: 'operator_finance',
    summary: '全部调用记录，不含提问与回答的内容',
    description: 'Lists the calls of all users, without what was asked or answered.',
    source,
    query: listQuery(['at', 'cost', 'total_ms'], callFilters),
    data: z.array(OperatorLlmCall),
    paged: true,
  }),
  sum: endpoint({
    method: 'GET',
    path: '/api/v1/operator/llm_call/sum',
    access: 'operator_finance',
    summary: '符合条件的调用合计',
    description: 'Returns the number, tokens, errors and cost in yuan of the matching calls of all users.',
    source,
    query: z.object(callFilters),
    data: LlmSums.extend({
      users: z.number().int(),
      errors: z.number().int(),
      posted: Yuan.meta({ description: '入账的整分数' }),
    }),
  }),
}
