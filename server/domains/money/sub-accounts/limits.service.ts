import type { InferResult, Kysely } from 'kysely'
import { formatMicroText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { assertWithinGpuQuota, type GpuWish } from '#server/domains/money/projects/project-gpus.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Selects the limits that its master set for a sub-account; no row for other accounts, which have none. */
export const selectSubAccountLimits = (db: Kysely<DB>, userId: string) => subAccountsRepo(db).selectLimits(userId)

type Limits = InferResult<ReturnType<typeof selectSubAccountLimits>>[number]

interface Wish {
  price_micro: bigint
  /** `false` for a change of an existing instance. */
  new_instance?: boolean
}

/** Refuses more cards at once than a sub-account's project may use. */
export async function assertGpuQuota(db: Kysely<DB>, userId: string, wish: GpuWish): Promise<void> {
  const own = await selectSubAccountLimits(db, userId).executeTakeFirst()
  if (own) await assertWithinGpuQuota(db, own, wish)
}

/** Refuses to wait for more cards than a sub-account's project may ever use at once. */
export async function assertGpusPossible(db: Kysely<DB>, userId: string, gpuNum: number): Promise<void> {
  const own = await selectSubAccountLimits(db, userId).executeTakeFirst()
  if (!own || own.gpus_max === null || gpuNum <= own.gpus_max) return
  const message = `项目「${own.project_name}」最多同时使用 ${own.gpus_max} 张卡，这台需要 ${gpuNum} 张`
  throw new Refusal('project_gpus_limit', { message })
}

/** Refuses what a sub-account's master does not allow: an hourly price above the limit, or one instance too many (product §6). */
export const assertSubAccountLimits = async (db: Kysely<DB>, userId: string, wish: Wish): Promise<void> =>
  assertWithinLimits(await selectSubAccountLimits(db, userId).executeTakeFirst(), wish)

export function assertWithinLimits(
  own: Limits | undefined,
  { price_micro: priceMicro, new_instance: newInstance = true }: Wish,
): void {
  if (!own) return
  const { price_max_micro: priceMaxMicro, instances_max: instancesMax, instances } = own
  if (priceMaxMicro !== null && priceMicro > priceMaxMicro) {
    const message = `主账号限制单台实例每小时最高 ¥${formatMicroText(priceMaxMicro)}，这台为 ¥${formatMicroText(priceMicro)}`
    throw new Refusal('sub_account_price_limit', { message })
  }
  if (newInstance && instancesMax !== null && instances >= instancesMax) {
    const message = `主账号限制同时最多 ${instancesMax} 台实例，请先释放不用的`
    throw new Refusal('sub_account_instances_limit', { message })
  }
}
