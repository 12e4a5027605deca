import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { OperatorStorage } from '#contract/operator/storage.ts'
import type { DB } from '#server/db/types.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type QuotaView, quotasRepo } from '#server/domains/storage/file-storage/quotas.repo.ts'
import { storageUsageRepo } from '#server/domains/storage/file-storage/usage.repo.ts'
import { computeQuotaBytes, getStorageRegionId } from '#server/domains/storage/file-storage/usage.service.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

const gb = 1_073_741_824
const defaultBytes = BigInt(limits.storageFreeGb) * BigInt(gb)

/** Shows the full phone to an operator who searched for exactly that number (product §10). */
const present = (row: QuotaView, searched?: string): z.input<typeof OperatorStorage> => ({
  id: `${row.region_id}/${row.user_id}`,
  user_id: row.user_id,
  nickname: row.nickname,
  phone: row.phone === searched ? row.phone : maskPhone(row.phone),
  region_id: row.region_id,
  region_name: row.region_name,
  used_bytes: Number(row.used_bytes),
  file_count: Number(row.file_count),
  reserved_bytes: Number(row.reserved_bytes),
  quota_bytes: computeQuotaBytes(row),
  default_quota: row.quota_bytes === null,
  quota_reason: row.quota_reason,
  measured_at: row.measured_at?.toISOString() ?? null,
})

export async function listStorageQuotas({ deps }: Context, query: Parameters<ReturnType<typeof quotasRepo>['list']>[0]) {
  const { items, total } = await quotasRepo(deps.database.kysely).list(query, defaultBytes)
  return { items: items.map((row) => present(row, query.keyword)), total }
}

const getView = async (db: Kysely<DB>, userId: string, regionId: string) =>
  present(await quotasRepo(db).get(userId, regionId, defaultBytes))

export async function setStorageQuota(
  ctx: Context,
  userId: string,
  { region_id: named, quota_gb: quotaGb, reason }: { region_id: string; quota_gb: number; reason: string },
) {
  const { deps } = ctx
  const regionId = await getStorageRegionId(deps, named)
  return ctx.transaction(async (tx) => {
    await lockAccount(tx.db, userId)
    if (await isOperatorOwnAccount(tx.db, ctx.caller.user_id, userId))
      throw new Refusal('own_change', { message: '不能设置自己账号的配额，请由其他运营人员设置' })
    const before = await storageUsageRepo(tx.db).lock(userId, regionId)
    await quotasRepo(tx.db).set(userId, regionId, BigInt(quotaGb) * BigInt(gb), reason)
    ctx.audit({
      before: { region_id: regionId, quota_gb: String(computeQuotaBytes(before) / gb) },
      after: { region_id: regionId, quota_gb: String(quotaGb), reason },
    })
    await publishChange(tx, { user_id: userId, resource: 'file_storage', id: null })
    return getView(tx.db, userId, regionId)
  })
}
