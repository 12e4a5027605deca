import { groupThousands } from '#contract/group-thousands.ts'
import { limits } from '#contract/limits.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import { assertSubAccountLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { changeOwnInstance } from '#server/domains/rentals/instances/change-own-instance.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed, getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type Disk = Pick<InstanceRow, 'status' | 'charge_rule' | 'data_disk_gb' | 'price_micro'>

/** Returns the price per hour with a larger data disk; throws if the disk cannot grow or would not (docs/decisions/021). */
function computeGrownPrice(row: Disk, dataDisk: number): bigint {
  assertInstanceActionAllowed('resize_disk', row.status)
  if (row.charge_rule !== 'hour') throw new Refusal('package_disk')
  if (dataDisk <= row.data_disk_gb)
    throw createFieldRefusal('invalid', 'data_disk', `须大于现在的 ${row.data_disk_gb} GB，不能缩小`)
  // Everything beyond the free part is charged, and no disk is smaller than the free part.
  return row.price_micro + BigInt(dataDisk - row.data_disk_gb) * BigInt(limits.dataDiskPriceMicroPerGbHour)
}

/** Quotes the current price per hour, and the one with a data disk of `dataDisk` GB. */
export async function quoteDiskGrowth(ctx: Context, id: string, dataDisk: number) {
  const row = await getOwnInstance(ctx, id)
  return { price_hour: formatMicroAsYuan(row.price_micro), new_price_hour: formatMicroAsYuan(computeGrownPrice(row, dataDisk)) }
}

/** Grows the data disk at the quoted price; size and price apply from the next boot (product §4). */
export const growDisk = (
  ctx: Context,
  id: string,
  { data_disk: dataDisk, new_price_hour: newPriceHour }: { data_disk: number; new_price_hour: string },
) =>
  changeOwnInstance(ctx, id, async (tx, row, by) => {
    const priceMicro = computeGrownPrice(row, dataDisk)
    if (formatMicroAsYuan(priceMicro) !== newPriceHour) throw new Refusal('quote_changed')
    await assertSubAccountLimits(tx.db, row.user_id, { price_micro: priceMicro, new_instance: false })
    await instancesRepo(tx.db).update(id, { data_disk_gb: dataDisk, price_micro: priceMicro })
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at: ctx.deps.clock.now(),
      ...by,
      kind: 'disk',
      title: '扩容数据盘',
      detail: `${row.data_disk_gb} GB → ${dataDisk} GB，下次开机起每小时 ¥${groupThousands(newPriceHour)}`,
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
  })
