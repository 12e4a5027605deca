import type { Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { LlmKind, LlmModel } from '#contract/llm-models.ts'
import { llmBasePath } from '#contract/llm-wire.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'
import { canUseModel, type LlmCaller } from '#server/domains/llm/identify-caller.service.ts'
import { type LlmModelRow, modelsRepo } from '#server/domains/llm/models.repo.ts'
import type { Context } from '#server/http/context.ts'
import { getApiOrigin } from '#server/http/pages.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** Presents token prices in yuan per million tokens. */
export const presentTokenPrice = ({
  input_micro: inputMicro,
  cached_micro: cachedMicro,
  output_micro: outputMicro,
}: TokenPrice) => ({
  input: formatMicroAsYuan(inputMicro),
  cached_input: formatMicroAsYuan(cachedMicro),
  output: formatMicroAsYuan(outputMicro),
})

/** Lists the models on offer; none if no upstream is configured. */
const listOfferedModels = async ({
  llm,
  database,
}: Deps): Promise<Awaited<ReturnType<ReturnType<typeof modelsRepo>['offered']>>> =>
  llm ? modelsRepo(database.kysely).offered() : []

export async function listLlmModels({ deps }: Context): Promise<LlmModel[]> {
  const rows = await listOfferedModels(deps)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind as LlmKind,
    context_length: row.context_length,
    max_output: row.max_output,
    image_tokens: row.image_tokens,
    max_choices: row.max_choices,
    price: { ...presentTokenPrice(row), since: row.priced_at.toISOString() },
  }))
}

export const getLlmGateway = async ({ deps }: Context) => ({
  base_url: `${getApiOrigin(deps)}${llmBasePath}`,
  sandbox: deps.llm?.sandbox === true,
  off: deps.llm === undefined,
  requests_per_minute: limits.llmRequestsPerMinute,
  body_max_bytes: limits.llmBodyMaxBytes,
})

/** Lists the models that this caller may call, in the format of `/v1/models`. */
export async function listCallableModels(deps: Deps, who: LlmCaller) {
  return (await listOfferedModels(deps))
    .filter(({ id }) => canUseModel(who, id))
    .map(({ id, created_at: createdAt }) => ({
      id,
      object: 'model' as const,
      created: Math.floor(createdAt.getTime() / 1000),
      owned_by: 'zhisuan',
    }))
}

export async function lockLlmModel(trx: Transaction<DB>, id: string): Promise<LlmModelRow> {
  const row = await modelsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return row
}

type ModelForm = Pick<LlmModelRow, 'name' | 'upstream_name' | 'context_length' | 'max_output' | 'sort'> & {
  image_tokens?: number | null | undefined
  max_choices?: number | undefined
}

/** Checks output, images and choices against the kind: only chat models have output and may take images. */
function assertModelAbilities(
  kind: string,
  { max_output: maxOutput, image_tokens: imageTokens, max_choices: maxChoices = 1 }: ModelForm,
): void {
  if (kind === 'chat' && maxOutput === 0) throw createFieldRefusal('invalid', 'max_output', '对话模型一次最多输出至少 1')
  if (kind !== 'chat' && maxOutput > 0) throw createFieldRefusal('invalid', 'max_output', '向量模型没有输出，请填 0')
  if (kind !== 'chat' && imageTokens != null)
    throw createFieldRefusal('invalid', 'image_tokens', '向量模型不支持图片，请不要填写')
  if (kind !== 'chat' && maxChoices > 1) throw createFieldRefusal('invalid', 'max_choices', '向量模型没有回答，请填 1')
}

/** Creates a model that cannot be called yet: it has no price and is not on offer. */
export async function createLlmModel(
  trx: Transaction<DB>,
  form: ModelForm & { id: string; kind: LlmKind },
  at: Date,
): Promise<void> {
  assertModelAbilities(form.kind, form)
  if (!(await modelsRepo(trx).insert({ ...form, created_at: at }))) throw createFieldRefusal('name_taken', 'id', '该编号已被使用')
}

/** Updates a model; only new calls are affected. */
export async function updateLlmModel(trx: Transaction<DB>, model: LlmModelRow, form: ModelForm): Promise<void> {
  assertModelAbilities(model.kind, form)
  await modelsRepo(trx).update(model.id, form)
}

/** Puts a model on or off offer. Off offer refuses new calls and leaves running calls untouched. */
export async function setModelOnOffer(trx: Transaction<DB>, model: LlmModelRow, onOffer: boolean): Promise<void> {
  if (model.on_offer === onOffer) throw new Refusal('nothing_to_change')
  if (onOffer && !(await modelsRepo(trx).newestPrice(model.id))) throw new Refusal('llm_model_unpriced')
  await modelsRepo(trx).update(model.id, { on_offer: onOffer })
}

export const findNewestModelPrice = (trx: Transaction<DB>, modelId: string) => modelsRepo(trx).newestPrice(modelId)

/** Adds the next price version of a locked model; calls that begin from now on pay it (product §3). */
export async function addModelPrice(trx: Transaction<DB>, modelId: string, price: TokenPrice, at: Date): Promise<void> {
  const newest = await modelsRepo(trx).newestPrice(modelId)
  await modelsRepo(trx).insertPrice({
    ...price,
    id: newId('llmprice'),
    model_id: modelId,
    version: (newest?.version ?? 0) + 1,
    created_at: at,
  })
}
