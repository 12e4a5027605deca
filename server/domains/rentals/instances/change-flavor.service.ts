import type { Kysely } from 'kysely'
import { instanceActions, isActionAllowed } from '#contract/instance-actions.ts'
import { formatMicroText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { ProductRow } from '#server/domains/catalog/products/products.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { isUnderMaintenance } from '#server/domains/rentals/capacity/hosts.service.ts'
import { findQueuePlace } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { resizeCards } from '#server/domains/rentals/capacity/resize-cards.service.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Returns why the configuration cannot be changed now, whatever the target; undefined if it can. */
export async function findResizeObstacle(db: Kysely<DB>, row: InstanceRow, now: Date): Promise<Refusal | undefined> {
  if (!isActionAllowed('lift', row.status))
    return new Refusal('action_not_allowed', { message: `${instanceActions.lift.label}要先关机` })
  if (row.started_at === null) return new Refusal('never_booted')
  if (row.expire_at && row.expire_at <= now) return new Refusal('package_expired', { message: '套餐已到期，续费后才能升降配置' })
  if (await isUnderMaintenance(db, row.host_id)) return new Refusal('host_in_maintenance')
  if ((await findQueuePlace(db, row.id)) !== undefined)
    return new Refusal('already_queued', { message: '这台实例正在排队开机，取消排队后再升降配置' })
  return undefined
}

interface Flavor {
  product: Pick<ProductRow, 'id' | 'gpu_model' | 'cpu' | 'memory_gb'>
  gpu_num: number
  data_disk_gb: number
  price_id: string
  price_micro: bigint
}

/** Changes the configuration of a locked, shut-down instance from its next boot on; the cards of a package change at once. */
export async function changeFlavor(tx: Tx, row: InstanceRow, to: Flavor): Promise<void> {
  const { product, gpu_num: gpuNum, data_disk_gb: dataDiskGb, price_id: priceId, price_micro: priceMicro } = to
  if (row.charge_rule !== 'hour') await resizeCards(tx, row, product, gpuNum)
  const was = await gpusRepo(tx.db).modelOf(row.product_id)
  await instancesRepo(tx.db).update(row.id, {
    product_id: product.id,
    price_id: priceId,
    price_micro: priceMicro,
    gpu_num: gpuNum,
    cpu: product.cpu * gpuNum,
    memory_gb: product.memory_gb * gpuNum,
    data_disk_gb: dataDiskGb,
  })
  const cards = `${was} × ${row.gpu_num} → ${product.gpu_model} × ${gpuNum}`
  const disk = dataDiskGb === row.data_disk_gb ? '' : `，数据盘 ${row.data_disk_gb} → ${dataDiskGb} GB`
  await recordTimelineEvent(tx.db, row.id, {
    at: tx.now(),
    actor: 'user',
    actor_id: row.user_id,
    title: '升降配置',
    detail: `${cards}${disk}，¥${formatMicroText(priceMicro)}/小时`,
  })
  await wakeGuards(tx, row.id)
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}
