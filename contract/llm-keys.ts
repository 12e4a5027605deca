import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { groupThousands } from './group-thousands.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { LlmModelId } from './llm-models.ts'
import { AmountInput, ById, Day, Id, Name, Time, Yuan } from './scalars.ts'

export const llmScopes = { chat: '对话', embeddings: '向量' } as const
export type LlmScope = keyof typeof llmScopes
export const LlmScope = z.enum(Object.keys(llmScopes) as [LlmScope, ...LlmScope[]])

/** `used_up`: the spending cap is reached. Only `active` keys are served. */
export const llmKeyStates = { active: '可用', disabled: '已停用', expired: '已过期', used_up: '额度用尽' } as const
export type LlmKeyState = keyof typeof llmKeyStates
export const LlmKeyState = z.enum(Object.keys(llmKeyStates) as [LlmKeyState, ...LlmKeyState[]])

/** A key for `/v1`; the secret is returned only once, by create. */
export const LlmKey = z
  .object({
    id: Id,
    name: z.string(),
    prefix: z.string().meta({ description: '密钥的开头，如 sk-Ab12' }),
    last4: z.string(),
    scopes: z.array(LlmScope),
    models: z.array(LlmModelId).nullable().meta({ description: 'null：全部模型' }),
    expires_on: Day.nullable().meta({ description: '可用的最后一天；null：长期有效' }),
    cap: Yuan.nullable().meta({ description: '累计最多花费；null：不限' }),
    spent: Yuan.meta({ description: '累计花费，六位小数' }),
    spent_month: Yuan.meta({ description: '本月花费，六位小数' }),
    calls: z.number().int(),
    last_used_at: Time.nullable(),
    state: LlmKeyState,
    created_at: Time,
  })
  .meta({ id: 'LlmKey' })
export type LlmKey = z.infer<typeof LlmKey>

/** User-defined settings of a key, for both create and update. */
export const LlmKeyForm = z.object({
  name: Name(40, '密钥名称'),
  scopes: z
    .array(LlmScope, { error: '请选择权限' })
    .min(1, '请选择权限')
    .max(2, '请选择权限')
    .refine((scopes) => new Set(scopes).size === scopes.length, '权限不能重复'),
  models: z.array(LlmModelId).min(1, '请选择模型').max(100, '一次最多选择 100 个模型').nullable().default(null),
  expires_on: Day.nullable().default(null),
  cap: AmountInput.refine(
    (v) => Number(v) <= limits.llmCapMaxYuan,
    `额度上限最多 ${groupThousands(String(limits.llmCapMaxYuan))} 元`,
  )
    .nullable()
    .default(null),
})

const keyBase = { access: 'tencent', owned: 'llm_key', source: 'decided: product §9, docs/decisions/040', params: ById } as const

export const llmKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/llm/key/list',
    access: 'tencent',
    summary: '大模型密钥列表',
    description: "Lists the caller's API keys for large language models, newest first; secrets are never shown.",
    source: 'decided: product §9, docs/decisions/040',
    query: listQuery(['created_at', 'name', 'spent', 'last_used_at'], { keyword: Keyword, state: LlmKeyState.optional() }),
    data: z.array(LlmKey),
    paged: true,
  }),
  get: endpoint({
    ...keyBase,
    method: 'GET',
    path: '/api/v1/llm/key/:id',
    summary: '大模型密钥详情',
    description: 'Returns one API key with what was spent by it.',
    data: LlmKey,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/llm/key',
    access: 'tencent',
    idempotent: true,
    secretAnswer: true,
    summary: '新建密钥；密钥原文只返回这一次',
    description: 'Creates an API key for `/v1` and returns its secret this once.',
    message: '密钥已创建',
    source: 'decided: product §9, docs/decisions/040',
    body: LlmKeyForm,
    data: LlmKey.extend({ secret: z.string().meta({ description: 'sk-…，只在此处返回' }) }),
  }),
  update: endpoint({
    ...keyBase,
    method: 'PUT',
    path: '/api/v1/llm/key/:id',
    summary: '修改名称、权限、模型、有效期与额度；立即生效',
    description: 'Replaces name, scopes, models, expiry and spending cap of an API key, at once.',
    message: '密钥已修改',
    body: LlmKeyForm,
    data: LlmKey,
  }),
  disable: endpoint({
    ...keyBase,
    method: 'POST',
    path: '/api/v1/llm/key/:id/disable',
    summary: '停用；新的请求立即被拒绝，进行中的会完成',
    description: 'Disables an API key: new requests are refused at once, running ones finish.',
    message: '密钥已停用',
    data: LlmKey,
  }),
  enable: endpoint({
    ...keyBase,
    method: 'POST',
    path: '/api/v1/llm/key/:id/enable',
    summary: '启用',
    description: 'Enables a disabled API key.',
    message: '密钥已启用',
    data: LlmKey,
  }),
  remove: endpoint({
    ...keyBase,
    method: 'DELETE',
    path: '/api/v1/llm/key/:id',
    summary: '删除密钥；调用记录与账单保留',
    description: 'Deletes an API key; its calls and bills are kept.',
    message: '已删除密钥',
    data: z.null(),
  }),
}
