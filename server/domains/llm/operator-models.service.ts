import type { Kysely } from 'kysely'
import { toMonthStart, toShanghaiMonth } from '#contract/day.ts'
import type { LlmKind } from '#contract/llm-models.ts'
import type { OperatorLlmModel } from '#contract/operator/llm.ts'
import type { DB } from '#server/db/types.ts'
import { billsRepo } from '#server/domains/llm/bills.repo.ts'
import { formatPicoAsYuan } from '#server/domains/llm/cost.policy.ts'
import { modelsRepo } from '#server/domains/llm/models.repo.ts'
import { presentTokenPrice } from '#server/domains/llm/models.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof modelsRepo>['view']>>>

const healthTimeoutMs = 5_000
const hourMs = 3_600_000

/** Presents the current price; the price columns are either all set or all null. */
function presentPrice({
  input_micro: inputMicro,
  cached_micro: cachedMicro,
  output_micro: outputMicro,
  priced_at: pricedAt,
}: Row): OperatorLlmModel['price'] {
  if (inputMicro === null || cachedMicro === null || outputMicro === null || pricedAt === null) return null
  return {
    ...presentTokenPrice({ input_micro: inputMicro, cached_micro: cachedMicro, output_micro: outputMicro }),
    since: pricedAt.toISOString(),
  }
}

const present = (row: Row): OperatorLlmModel => ({
  id: row.id,
  name: row.name,
  kind: row.kind as LlmKind,
  upstream_name: row.upstream_name,
  context_length: row.context_length,
  max_output: row.max_output,
  image_tokens: row.image_tokens,
  max_choices: row.max_choices,
  on_offer: row.on_offer,
  sort: row.sort,
  price: presentPrice(row),
  price_version: row.version ?? 0,
  price_pending: row.price_pending,
  calls_month: row.calls_month ?? 0,
  cost_month: formatPicoAsYuan(BigInt(row.month_pico ?? '0')),
  created_at: row.created_at.toISOString(),
})

/** Returns a model as operators see it, on offer or not. */
export async function getOperatorLlmModel(db: Kysely<DB>, id: string, now: Date): Promise<OperatorLlmModel> {
  const row = await modelsRepo(db).view(id, toMonthStart(toShanghaiMonth(now)))
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export async function listOperatorLlmModels({ deps }: Context, query: Parameters<ReturnType<typeof modelsRepo>['page']>[1]) {
  const { items, total } = await modelsRepo(deps.database.kysely).page(toMonthStart(toShanghaiMonth(deps.clock.now())), query)
  return { items: items.map(present), total }
}

export async function listModelPrices(
  { deps }: Context,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  const db = deps.database.kysely
  await getOperatorLlmModel(db, id, deps.clock.now())
  const { items, total } = await modelsRepo(db).prices(id, query)
  return {
    items: items.map((row) => ({
      id: row.id,
      version: row.version,
      ...presentTokenPrice(row),
      since: row.created_at.toISOString(),
      until: row.until?.toISOString() ?? null,
      calls: row.calls,
      cost: formatPicoAsYuan(BigInt(row.cost_pico)),
    })),
    total,
  }
}

/** Fetches the upstream's model list now, and reports the error rate of the last hour. */
export async function checkUpstreamHealth({ deps }: Context) {
  const { clock, llm } = deps
  const began = clock.now()
  const asked = new AbortController()
  const done = new AbortController()
  void clock.sleep(healthTimeoutMs, done.signal).then(() => asked.abort())
  const models = await llm?.models(asked.signal).catch(() => undefined)
  done.abort()
  const hour = await billsRepo(deps.database.kysely).health(new Date(began.getTime() - hourMs))
  const now = clock.now()
  return {
    sandbox: llm?.sandbox === true,
    off: llm === undefined,
    reachable: models !== undefined,
    latency_ms: models === undefined ? null : now.getTime() - began.getTime(),
    checked_at: now.toISOString(),
    models: models ?? [],
    hour,
  }
}
