import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { OperatorStorage } from '#contract/operator/storage.ts'
import type { DB } from '#server/db/types.ts'
import { isOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type QuotaView, quotasRepo } from '#server/domains/storage/file-storage/quotas.repo.ts'
import { usageRepo } from '#server/domains/storage/file-storage/usage.repo.ts'
import { quotaOf, regionOf } from '#server/domains/storage/file-storage/usage.service.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

const gb = 1_073_741_824
const default_bytes = BigInt(limits.storage_free_gb) * BigInt(gb)

/** A phone is shown in full to whoever knew it already: it was searched for, digit by digit (product §10). */
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
  quota_bytes: quotaOf(row),
  default_quota: row.quota_bytes === null,
  quota_reason: row.quota_reason,
  measured_at: row.measured_at?.toISOString() ?? null,
})

export async function listQuotas({ deps }: Context, query: Parameters<ReturnType<typeof quotasRepo>['list']>[0]) {
  const { items, total } = await quotasRepo(deps.database.kysely).list(query, default_bytes)
  return { items: items.map((row) => present(row, query.keyword)), total }
}

const show = async (db: Kysely<DB>, user_id: string, region_id: string) =>
  present(await quotasRepo(db).get(user_id, region_id, default_bytes))

export async function setQuota(
  ctx: Context,
  user_id: string,
  { region_id: named, quota_gb, reason }: { region_id: string; quota_gb: number; reason: string },
) {
  const { deps } = ctx
  const region_id = await regionOf(deps, named)
  return ctx.transaction(async (tx) => {
    await lockAccount(tx.db, user_id)
    if (await isOwnAccount(tx.db, ctx.caller.user_id, user_id))
      throw new Refusal('own_change', { message: '不能设置自己账号的配额，请由其他运营人员设置' })
    const before = await usageRepo(tx.db).lock(user_id, region_id)
    await quotasRepo(tx.db).set(user_id, region_id, BigInt(quota_gb) * BigInt(gb), reason)
    ctx.audit({
      before: { region_id, quota_gb: String(quotaOf(before) / gb) },
      after: { region_id, quota_gb: String(quota_gb), reason },
    })
    await publishChange(tx, { user_id, resource: 'file_storage', id: null })
    return show(tx.db, user_id, region_id)
  })
}
