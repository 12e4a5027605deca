import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Time, Yuan } from './scalars.ts'

export const llmKinds = { chat: '对话', embedding: '向量' } as const
export type LlmKind = keyof typeof llmKinds
export const LlmKind = z.enum(Object.keys(llmKinds) as [LlmKind, ...LlmKind[]], { error: '请选择模型类型' })

/** Model name used in requests, such as `zhisuan-echo`. */
export const LlmModelId = z
  .string({ error: '请输入模型编号' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, '模型编号为 1-64 位字母、数字、.、_ 和 -，以字母或数字开头')
  .meta({ id: 'LlmModelId' })

/** Yuan per million tokens. */
export const LlmPrice = z
  .object({
    input: Yuan.meta({ description: '输入，元 / 百万词元' }),
    cached_input: Yuan.meta({ description: '命中缓存的输入，元 / 百万词元' }),
    output: Yuan.meta({ description: '输出，元 / 百万词元；向量模型为 0.00' }),
    since: Time.meta({ description: '自何时起' }),
  })
  .meta({ id: 'LlmPrice' })

export const LlmModel = z
  .object({
    id: LlmModelId,
    name: z.string(),
    kind: LlmKind,
    context_length: z.number().int().meta({ description: '上下文长度，词元' }),
    max_output: z.number().int().meta({ description: '一次最多输出，词元；向量模型为 0' }),
    image_tokens: z.number().int().nullable().meta({ description: '一张图片最多算多少词元；不支持图片时为 null' }),
    max_choices: z.number().int().meta({ description: '一次最多几个回答，即 n 的上限' }),
    price: LlmPrice,
  })
  .meta({ id: 'LlmModel' })
export type LlmModel = z.infer<typeof LlmModel>

export const llmModels = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/llm/model/list',
    access: 'tencent',
    summary: '可用的大模型与价格',
    description: 'Lists the large language models on offer, with prices in yuan per million tokens.',
    source: 'decided: product §9, docs/decisions/040',
    data: z.array(LlmModel),
  }),
  gateway: endpoint({
    method: 'GET',
    path: '/api/v1/llm/gateway',
    access: 'tencent',
    summary: '大模型接口的地址与限制',
    description: 'Returns the base URL and the limits of the OpenAI-compatible API.',
    source: 'decided: as list',
    data: z.object({
      base_url: z.string().meta({ description: 'OpenAI 客户端的 base_url，以 /v1 结尾' }),
      sandbox: z.boolean().meta({ description: '上游是沙箱：只会复述，不是真的大模型' }),
      off: z.boolean().meta({ description: '平台没有开通大模型 API' }),
      requests_per_minute: z.number().int().meta({ description: '每个密钥每分钟的请求数' }),
      body_max_bytes: z.number().int(),
    }),
  }),
}
