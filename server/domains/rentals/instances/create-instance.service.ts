import type { OperationNodeSource } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import { findSecretKey } from '#server/domains/accounts/keys/keys.service.ts'
import { recordImageUse } from '#server/domains/catalog/community/community.service.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import {
  assertSameImagePrice,
  getCarriedImagePrice,
  getImagePrice,
} from '#server/domains/catalog/community/image-prices.service.ts'
import { computePeriodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { ProductRow } from '#server/domains/catalog/products/products.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { buildLease, claimProductGpus } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { toNewPackagePolicy } from '#server/domains/rentals/renewals/expiry-policy.service.ts'
import { findCloneRoom, lockCloneSource, startClone } from '#server/domains/rentals/tasks/clone.service.ts'
import { listMountsToClone, lockMounts, recordMounts } from '#server/domains/storage/datasets/mounts.service.ts'
import { lockUsableImage } from '#server/domains/storage/private-images/private-images.service.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const boundHostFull = '镜像或数据只在一台主机上，那台主机现在没有足够的空闲卡，请稍后再试或换一个镜像'

export interface NewInstance {
  user_id: string
  form: CreateInstanceForm
  product: ProductRow
  price_id: string
  price_micro: bigint
  image_price_micro: bigint
  image_version_id: string | null
  /** The owner's policy for new packages; undefined if none is set. */
  default_policy: string | undefined
  /** Place of a customer from the queue: only cards reserved for earlier places are unavailable. */
  place?: bigint | undefined
}

/** An instance whose cards are locked and whose rows are not written yet. */
interface PreparedInstance {
  id: string
  /** For `writeTogether`. */
  writes: Record<string, OperationNodeSource>
  /** Does what needs the rows. */
  finish(): Promise<void>
}

/**
 * Locks the cards and prepares the rows of the intent; the reconciler carries it out. Throws `no_free_gpu` if no single host has
 * enough cards. Writes nothing, so that the queue can continue in the same transaction after a refusal.
 */
export async function prepareInstance(tx: Tx, wanted: NewInstance): Promise<PreparedInstance> {
  const { form, product, user_id: userId } = wanted
  const now = tx.now()
  const source = form.clone && (await lockCloneSource(tx.db, userId, form.clone.instance_id))
  const image = source ? undefined : await lockUsableImage(tx.db, userId, form.image_id)
  if (!source && !image) throw new Refusal('quote_changed', { message: '所选镜像已下线或被删除，请重新选择' })
  const imageId = source?.image_id ?? form.image_id
  assertSameImagePrice(await (image ? getCarriedImagePrice(tx.db, userId, image) : getImagePrice(tx.db, userId, imageId)), wanted)
  const room =
    form.clone && source
      ? await findCloneRoom(tx.db, source.host_id, form.clone.copy_data)
      : { host_id: image?.host_id ?? undefined }
  const place = { ...product, ...room }
  const taken = await claimProductGpus(tx.db, place, form.gpu_num, wanted.place)
  if (!taken) throw new Refusal('no_free_gpu', room.host_id ? { message: boundHostFull } : {})
  const key = form.secret_key_id ? await findSecretKey(tx.db, userId, form.secret_key_id) : undefined
  if (form.secret_key_id && !key) throw new Refusal('quote_changed', { message: '所选密钥已被删除，请重新选择' })
  const mounts = await lockMounts(tx.db, {
    ids: form.data_set_version_ids ?? (source ? await listMountsToClone(tx.db, source) : []),
    user_id: userId,
  })
  const id = newId('gpu')
  const instance = instancesRepo(tx.db).buildInsert({
    id,
    user_id: userId,
    nick_name: form.nick_name,
    product_id: product.id,
    price_id: wanted.price_id,
    region_id: product.region_id,
    host_id: taken.host_id,
    image_id: imageId,
    gpu_num: form.gpu_num,
    cpu: product.cpu * form.gpu_num,
    memory_gb: product.memory_gb * form.gpu_num,
    sys_disk_gb: product.sys_disk_gb,
    data_disk_gb: form.data_disk,
    secret_key_name: key?.name ?? source?.secret_key_name ?? null,
    authorized_key: key?.public_key ?? source?.authorized_key ?? null,
    charge_rule: form.charge_rule,
    price_micro: wanted.price_micro,
    ...pickImagePriceShare(wanted),
    ...(form.charge_rule !== 'hour' && {
      expire_at: new Date(now.getTime() + computePeriodMs(form.charge_rule, form.quantity)),
      ...toNewPackagePolicy(wanted.default_policy, form.quantity),
    }),
    status: instanceStatusCodes.creating,
    desired: 'running',
    next_reconcile_at: now,
    phase_since: now,
    created_at: now,
  })
  const timeline = timelineRepo(tx.db)
  const event = timeline.buildEventInsert({
    instance_id: id,
    at: now,
    actor: 'user',
    actor_id: userId,
    kind: 'order',
    title: source ? '克隆实例' : '创建实例',
    detail: source ? `取自 ${source.nick_name}` : null,
    status: instanceStatusCodes.creating,
  })
  return {
    id,
    writes: { instance, ...buildLease(taken.uuids, id, now), step: timeline.buildFirstStep(id, now), event },
    finish: async () => {
      if (image?.kind === 'community')
        await recordImageUse(tx.db, { image_id: image.id, instance_id: id, user_id: userId, at: now })
      if (mounts.length > 0) await recordMounts(tx.db, mounts, { instance_id: id, user_id: userId, at: now })
      if (source && form.clone)
        await startClone(tx, {
          source,
          clone: { id, nick_name: form.nick_name },
          copy_data: form.clone.copy_data,
        })
      await publishChange(tx, { user_id: userId, resource: 'instances', id })
      await publishChange(tx, { user_id: null, resource: 'products', id: product.id })
      wakeWorkers(tx, id)
    },
  }
}
