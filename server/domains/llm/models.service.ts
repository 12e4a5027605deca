import type { Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { LlmKind, LlmModel } from '#contract/llm-models.ts'
import { llm_base_path } from '#contract/llm-wire.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import type { TokenPrice } from '#server/domains/llm/cost.policy.ts'
import { type LlmCaller, mayUseModel } from '#server/domains/llm/identify-caller.service.ts'
import { type ModelRow, modelsRepo } from '#server/domains/llm/models.repo.ts'
import type { Context } from '#server/http/context.ts'
import { originOf } from '#server/http/pages.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** Yuan per million tokens, of whatever has a price of tokens. */
export const pricesOf = ({ input_micro, cached_micro, output_micro }: TokenPrice) => ({
  input: yuanOfMicro(input_micro),
  cached_input: yuanOfMicro(cached_micro),
  output: yuanOfMicro(output_micro),
})

/** Nothing is on offer where nobody runs it. */
const offeredModels = async ({ llm, database }: Deps): Promise<Awaited<ReturnType<ReturnType<typeof modelsRepo>['offered']>>> =>
  llm ? modelsRepo(database.kysely).offered() : []

export async function listModels({ deps }: Context): Promise<LlmModel[]> {
  const rows = await offeredModels(deps)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind as LlmKind,
    context_length: row.context_length,
    max_output: row.max_output,
    image_tokens: row.image_tokens,
    max_choices: row.max_choices,
    price: { ...pricesOf(row), since: row.priced_at.toISOString() },
  }))
}

export const aboutGateway = async ({ deps }: Context) => ({
  base_url: `${originOf(deps)}${llm_base_path}`,
  sandbox: deps.llm?.sandbox === true,
  off: deps.llm === undefined,
  requests_per_minute: limits.llm_requests_per_minute,
  body_max_bytes: limits.llm_body_max_bytes,
})

/** As `/v1/models` tells them: those this caller may call. */
export async function callableModels(deps: Deps, who: LlmCaller) {
  return (await offeredModels(deps))
    .filter(({ id }) => mayUseModel(who, id))
    .map(({ id, created_at }) => ({
      id,
      object: 'model' as const,
      created: Math.floor(created_at.getTime() / 1000),
      owned_by: 'zhisuan',
    }))
}

export async function lockModel(trx: Transaction<DB>, id: string): Promise<ModelRow> {
  const row = await modelsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return row
}

type ModelForm = Pick<ModelRow, 'name' | 'upstream_name' | 'context_length' | 'max_output' | 'sort'> & {
  image_tokens?: number | null | undefined
  max_choices?: number | undefined
}

/** Chat models say something and may be shown something, others are not. */
function checkAbilities(kind: string, { max_output, image_tokens, max_choices = 1 }: ModelForm): void {
  if (kind === 'chat' && max_output === 0) throw refuseField('invalid', 'max_output', '对话模型一次最多输出至少 1')
  if (kind !== 'chat' && max_output > 0) throw refuseField('invalid', 'max_output', '向量模型没有输出，请填 0')
  if (kind !== 'chat' && image_tokens != null) throw refuseField('invalid', 'image_tokens', '向量模型不支持图片，请不要填写')
  if (kind !== 'chat' && max_choices > 1) throw refuseField('invalid', 'max_choices', '向量模型没有回答，请填 1')
}

/** A model nobody can call yet: it has no price and is not on offer. */
export async function createModel(
  trx: Transaction<DB>,
  form: ModelForm & { id: string; kind: LlmKind },
  at: Date,
): Promise<void> {
  checkAbilities(form.kind, form)
  if (!(await modelsRepo(trx).insert({ ...form, created_at: at }))) throw refuseField('name_taken', 'id', '该编号已被使用')
}

/** Changes what new calls get. */
export async function updateModel(trx: Transaction<DB>, model: ModelRow, form: ModelForm): Promise<void> {
  checkAbilities(model.kind, form)
  await modelsRepo(trx).update(model.id, form)
}

/** Off offer refuses new calls and touches none that is under way. */
export async function setModelOnOffer(trx: Transaction<DB>, model: ModelRow, on_offer: boolean): Promise<void> {
  if (model.on_offer === on_offer) throw new Refusal('nothing_to_change')
  if (on_offer && !(await modelsRepo(trx).newestPrice(model.id))) throw new Refusal('llm_model_unpriced')
  await modelsRepo(trx).update(model.id, { on_offer })
}

export const newestModelPrice = (trx: Transaction<DB>, model_id: string) => modelsRepo(trx).newestPrice(model_id)

/** Adds the next version of a locked model's price: calls that begin from now on pay it (product §3). */
export async function addModelPrice(trx: Transaction<DB>, model_id: string, price: TokenPrice, at: Date): Promise<void> {
  const newest = await modelsRepo(trx).newestPrice(model_id)
  await modelsRepo(trx).insertPrice({
    ...price,
    id: newId('llmprice'),
    model_id,
    version: (newest?.version ?? 0) + 1,
    created_at: at,
  })
}
