import { z } from 'zod'
import { ChargeRule } from '#contract/instances.ts'
import { CreateInstanceForm } from '#contract/orders.ts'
import { Id } from '#contract/scalars.ts'
import { ChosenDatasets } from '#src/features/datasets/shared.ts'
import { paths } from '#src/paths.ts'
import type { ImageOption } from './catalogue.ts'

/** The user's selections so far. Absent fields get defaults (resolve-draft.ts); `null` is a cleared field. */
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
    /** Requested by the address, and not yet selected. */
    data_set_id: Id,
    data_set_version_id: Id,
  })
  .partial()
export type InstanceDraft = z.infer<typeof InstanceDraft>

/** Reads the draft from the address; unknown parameters are ignored. */
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
 * The address takes precedence; a stored draft applies only to the same product, and not if the address names an image. A stored
 * image is restored only if it is free: a community image must be named by the address.
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

/** Returns the address of a draft, so that reload, Back and a detour restore the selection. */
export const toDraftAddress = (draft: InstanceDraft): string =>
  paths.createInstance({
    product_id: draft.product_id,
    gpu_num: draft.gpu_num,
    charge_rule: draft.charge_rule,
    image_id: draft.image_id,
    activity_id: draft.activity_id,
    data_set_id: draft.data_set_id,
    data_set_version_id: draft.data_set_version_id,
  })
