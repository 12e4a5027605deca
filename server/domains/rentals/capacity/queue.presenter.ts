import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type ChargeRule, presentPriceUnit } from '#contract/charge-rule.ts'
import { type ResultCodeName, resultCodes } from '#contract/codes.ts'
import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import { type QueueEntry, QueueForm, type QueueKind, type QueueState } from '#contract/queue.ts'
import type { DB } from '#server/db/types.ts'
import { type QueueView, queueRepo } from '#server/domains/rentals/capacity/queue.repo.ts'
import { computeQueueStanding, type QueueStanding } from '#server/domains/rentals/capacity/queue-wait.policy.ts'

const historyMs = limits.queueHistoryDays * dayMs

/** Loads a product's queue, its free cards and recent releases. */
export async function loadQueue(db: Kysely<DB>, productId: string, now: Date) {
  const repo = queueRepo(db)
  const line = await repo.line(productId)
  const stock = await repo.stock(productId)
  const releases = await repo.releases(productId, new Date(now.getTime() - historyMs))
  return { line, stock, releases }
}

const reasonTexts: Partial<Record<ResultCodeName, string>> = {
  insufficient_balance: '余额不足，充值后继续排队',
  price_above_max: '当前价格高于你设定的最高价，降到以内才会轮到',
  action_not_allowed: '实例正在使用中，关机后继续排队',
  real_name_required: '完成实名认证后继续排队',
  real_name_pending: '实名认证通过后继续排队',
  not_found: '所选的产品、镜像或密钥已不可用',
  invalid: '所选的配置已不可用',
}
/** Returns the text of a reason stored as a result code name. */
export const formatQueueReason = (name: string): string =>
  reasonTexts[name as ResultCodeName] ?? resultCodes[name as ResultCodeName].message

function present(view: QueueView, standing: (QueueStanding & { queue_length: number }) | undefined): z.input<typeof QueueEntry> {
  const form = view.form === null ? null : QueueForm.parse(view.form)
  const reason = view.held_reason ?? view.reason
  return {
    id: view.id,
    kind: view.kind as QueueKind,
    state: view.state as QueueState,
    held: view.held_reason !== null,
    reason: reason && formatQueueReason(reason),
    name: view.instance_name ?? form?.nick_name ?? view.product_name,
    instance_id: view.instance_id,
    product_id: view.product_id,
    product_name: view.product_name,
    region_name: view.region_name,
    gpu_num: view.gpu_num,
    ...presentPriceUnit((form?.charge_rule ?? view.instance_charge_rule) as ChargeRule),
    max_price_hour: view.max_hour_micro === null ? null : formatMicroAsYuan(view.max_hour_micro),
    position: standing ? standing.ahead + 1 : null,
    queue_length: standing?.queue_length ?? null,
    expected_wait: view.held_reason === null ? (standing?.expected_wait ?? null) : null,
    created_at: view.created_at.toISOString(),
    ended_at: view.ended_at?.toISOString() ?? null,
  }
}

/** Presents queue entries; waiting ones with their current position. */
export async function presentQueueEntries(db: Kysely<DB>, views: readonly QueueView[], now: Date) {
  const waiting = new Set(views.filter(({ state }) => state === 'waiting').map(({ product_id: productId }) => productId))
  const queues = new Map<string, Awaited<ReturnType<typeof loadQueue>>>()
  for (const productId of waiting) queues.set(productId, await loadQueue(db, productId, now))
  return views.map((view) => {
    const queue = queues.get(view.product_id)
    const ahead = queue?.line.findIndex(({ id }) => id === view.id) ?? -1
    if (!queue || ahead < 0) return present(view, undefined)
    return present(view, { ...computeQueueStanding(queue, queue.line[ahead]!, ahead), queue_length: queue.line.length })
  })
}
