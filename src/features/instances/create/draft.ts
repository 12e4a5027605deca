import { z } from 'zod'
import { ChargeRule } from '#contract/instances.ts'
import { CreateInstanceForm } from '#contract/orders.ts'
import { Id } from '#contract/scalars.ts'
import { ChosenDatasets } from '#src/features/datasets/shared.ts'
import { paths } from '#src/paths.ts'
import type { ImageOption } from './catalogue.ts'

/** What a person has chosen so far. What is absent is chosen for them (resolve-draft.ts); `null` is an emptied field. */
export const InstanceDraft = z
  .object({
    region_id: Id,
    product_id: Id,
    gpu_num: CreateInstanceForm.shape.gpu_num,
    data_disk: z.number().nullable(),
    image_id: Id,
    secret_key_id: Id.nullable(),
    charge_rule: ChargeRule,
    quantity: z.number(),
    nick_name: z.string().max(200),
    activity_id: Id,
    coupon_id: Id,
    data_sets: ChosenDatasets,
    /** Asked for by the address, and not among the chosen yet. */
    data_set_id: Id,
    data_set_version_id: Id,
  })
  .partial()
export type InstanceDraft = z.infer<typeof InstanceDraft>

/** What the address asks for; what it does not know to ask is left out. */
function parseRequestedDraft(search: URLSearchParams): InstanceDraft {
  const asked = {
    product_id: InstanceDraft.shape.product_id.safeParse(search.get('product_id') ?? undefined).data,
    gpu_num: InstanceDraft.shape.gpu_num.safeParse(Number(search.get('gpu_num') ?? Number.NaN)).data,
    image_id: InstanceDraft.shape.image_id.safeParse(search.get('image_id') ?? undefined).data,
    charge_rule: InstanceDraft.shape.charge_rule.safeParse(search.get('charge_rule') ?? undefined).data,
    activity_id: InstanceDraft.shape.activity_id.safeParse(search.get('activity_id') ?? undefined).data,
    data_set_id: InstanceDraft.shape.data_set_id.safeParse(search.get('data_set_id') ?? undefined).data,
    data_set_version_id: InstanceDraft.shape.data_set_version_id.safeParse(search.get('data_set_version_id') ?? undefined).data,
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}

/**
 * The address first; what was kept of an earlier visit counts only for the same product, and not beside an image to be used.
 * A kept image comes back only where it costs nothing beside the GPU: one of the community must be named by the address.
 */
export function createFirstDraft(
  search: URLSearchParams,
  { activity_id: _, image_id: imageId, ...others }: InstanceDraft,
  images: readonly Pick<ImageOption, 'id' | 'from'>[] = [],
): InstanceDraft {
  const asked = parseRequestedDraft(search)
  const free = images.some(({ id, from }) => id === imageId && from !== 'community')
  const kept = { ...others, ...(imageId !== undefined && free && { image_id: imageId }) }
  const anywhere = asked.product_id === undefined && asked.image_id === undefined
  const same = anywhere || (asked.product_id !== undefined && asked.product_id === kept.product_id)
  return same ? { ...kept, ...asked } : asked
}

/** The address of a draft, so that reload, Back and a detour come back to the same choice. */
export const toDraftAddress = ({
  product_id: productId,
  gpu_num: gpuNum,
  charge_rule: chargeRule,
  image_id: imageId,
  activity_id: activityId,
  data_set_id: dataSetId,
  data_set_version_id: dataSetVersionId,
}: InstanceDraft): string =>
  paths.createInstance({
    product_id: productId,
    gpu_num: gpuNum,
    charge_rule: chargeRule,
    image_id: imageId,
    activity_id: activityId,
    data_set_id: dataSetId,
    data_set_version_id: dataSetVersionId,
  })
