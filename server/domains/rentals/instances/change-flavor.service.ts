import type { Kysely } from 'kysely'
import { instance_actions, isAllowed } from '#contract/instance-actions.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import type { Product } from '#server/domains/catalog/products/products.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { wakeGuards } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { gpusRepo } from '#server/domains/rentals/capacity/gpus.repo.ts'
import { isUnderMaintenance } from '#server/domains/rentals/capacity/hosts.service.ts'
import { placeOf } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { liftCards } from '#server/domains/rentals/capacity/resize-cards.service.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Why the configuration of an instance cannot be changed now, whatever it is to become; undefined when it can. */
export async function liftObstacle(db: Kysely<DB>, row: InstanceRow, now: Date): Promise<Refusal | undefined> {
  if (!isAllowed('lift', row.status))
    return new Refusal('action_not_allowed', { message: `${instance_actions.lift.label}要先关机` })
  if (row.started_at === null) return new Refusal('never_booted')
  if (row.expire_at && row.expire_at <= now) return new Refusal('package_expired', { message: '套餐已到期，续费后才能升降配置' })
  if (await isUnderMaintenance(db, row.host_id)) return new Refusal('host_in_maintenance')
  if ((await placeOf(db, row.id)) !== undefined)
    return new Refusal('already_queued', { message: '这台实例正在排队开机，取消排队后再升降配置' })
  return undefined
}

interface Flavor {
  product: Pick<Product, 'id' | 'gpu_model' | 'cpu' | 'memory_gb'>
  gpu_num: number
  data_disk_gb: number
  price_id: string
  price_micro: bigint
}

/** Gives a locked, shut-down instance another configuration from its next boot on; a package has its cards changed at once. */
export async function changeFlavor(tx: Tx, row: InstanceRow, to: Flavor): Promise<void> {
  const { product, gpu_num, data_disk_gb, price_id, price_micro } = to
  if (row.charge_rule !== 'hour') await liftCards(tx, row, product, gpu_num)
  const was = await gpusRepo(tx.db).modelOf(row.product_id)
  await instancesRepo(tx.db).update(row.id, {
    product_id: product.id,
    price_id,
    price_micro,
    gpu_num,
    cpu: product.cpu * gpu_num,
    memory_gb: product.memory_gb * gpu_num,
    data_disk_gb,
  })
  const cards = `${was} × ${row.gpu_num} → ${product.gpu_model} × ${gpu_num}`
  const disk = data_disk_gb === row.data_disk_gb ? '' : `，数据盘 ${row.data_disk_gb} → ${data_disk_gb} GB`
  await noteOnTimeline(tx.db, row.id, {
    at: tx.now(),
    actor: 'user',
    actor_id: row.user_id,
    title: '升降配置',
    detail: `${cards}${disk}，¥${yuanOfMicro(price_micro)}/小时`,
  })
  await wakeGuards(tx, row.id)
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}
