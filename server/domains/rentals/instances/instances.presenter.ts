import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type ChargeRule, presentPriceUnit } from '#contract/charge-rule.ts'
import type { ExpiryPolicyName } from '#contract/expiry.ts'
import type { InstanceStatus } from '#contract/instance-actions.ts'
import type { GpuMode, ImagePull, Instance, InstanceTask } from '#contract/instances.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { getMeteredFen } from '#server/domains/money/billing/billing.service.ts'
import { computeStopForecast } from '#server/domains/rentals/auto-stop/stop-forecast.service.ts'
import { listLostDisks } from '#server/domains/rentals/instances/instance-spec.ts'
import { type InstanceView, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

const cpuType = 'x86_64'

const presentTask = ({
  task_kind: taskKind,
  task_percent: taskPercent,
  task_started_at: taskStartedAt,
}: InstanceView): z.input<typeof InstanceTask> | null =>
  taskKind && taskStartedAt
    ? {
        kind: taskKind as z.input<typeof InstanceTask>['kind'],
        percent: taskPercent ?? 0,
        started_at: taskStartedAt.toISOString(),
      }
    : null

const toByteCount = (bytes: bigint | null) => (bytes === null ? null : Number(bytes))

function presentPull(view: InstanceView): z.input<typeof ImagePull> | null {
  const { pull_percent: percent, pull_last_error: lastError } = view
  if ((percent === null && lastError === null) || percent === 100) return null
  return {
    percent: percent ?? 0,
    done_bytes: toByteCount(view.pull_done_bytes),
    total_bytes: toByteCount(view.pull_total_bytes),
    last_error: lastError,
    retry_at: view.pull_retry_at?.toISOString() ?? null,
  }
}

const presentSickGpu = ({ sick_gpu: sick }: InstanceView): z.input<typeof Instance>['sick_gpu'] =>
  sick && { reason: sick.reason, since: new Date(sick.since).toISOString(), replaceable: sick.held }

function present(view: InstanceView, meteredFen: bigint): z.input<typeof Instance> {
  const { next_stop: nextStop, release_at: releaseAt } = computeStopForecast(view, view)
  return {
    id: view.id,
    instance_name: view.id,
    nick_name: view.nick_name,
    status: view.status as InstanceStatus,
    reason: view.reason,
    image: view.image_name,
    image_id: view.image_id,
    flavor: {
      gpu_type: view.gpu_model,
      gpu_num: view.gpu_num,
      cpu_type: cpuType,
      cpu: view.cpu,
      memory: view.memory_gb,
      sys_disk: view.sys_disk_gb,
      data_disk: view.data_disk_gb,
      vram: view.vram_gb,
    },
    ...presentPriceUnit(view.charge_rule as ChargeRule),
    gpu_mode: view.gpu_mode as GpuMode,
    price_hour: formatMicroAsYuan(view.price_micro),
    image_price_hour: formatMicroAsYuan(view.image_price_micro),
    cost: formatFenAsYuan(view.paid_fen + meteredFen),
    region_id: view.region_id,
    region_name: view.region_name,
    product_id: view.product_id,
    auto_stop_time: nextStop?.at.toISOString() ?? null,
    auto_stop_rule: nextStop?.rule ?? null,
    release_at: releaseAt?.toISOString() ?? null,
    expire_at: view.expire_at?.toISOString() ?? null,
    expiry_policy: view.expiry_policy as ExpiryPolicyName,
    renew_quantity: view.renew_quantity,
    created_at: view.created_at.toISOString(),
    started_at: view.started_at?.toISOString() ?? null,
    stopped_at: view.stopped_at?.toISOString() ?? null,
    task: presentTask(view),
    pull: presentPull(view),
    lost_disks: listLostDisks(view),
    sick_gpu: presentSickGpu(view),
    unseen_since: view.unseen_since?.toISOString() ?? null,
    simulated: view.simulated,
    capabilities: view.capabilities,
  }
}

/** Presents instance rows with their cost so far, including unsettled usage. */
export async function presentInstances(db: Kysely<DB>, views: readonly InstanceView[], now: Date) {
  const ids = views.map((view) => view.id)
  const metered = await getMeteredFen(db, ids, now)
  return views.map((view) => present(view, metered.get(view.id) ?? 0n))
}

export async function presentInstance(db: Kysely<DB>, userId: string, id: string, now: Date) {
  const view = await instancesRepo(db).findView(userId, id)
  if (!view) throw new Refusal('not_found')
  const [row] = await presentInstances(db, [view], now)
  return row!
}
