import { z } from 'zod'
import { ChargeRule } from '#contract/instances.ts'
import { CreateInstanceForm } from '#contract/orders.ts'
import { Id } from '#contract/scalars.ts'
import { AllChosen } from '#src/features/datasets/choice/chosen-dataset.ts'
import { paths } from '#src/paths.ts'
import type { Image } from './catalogue.ts'

/** What a person has chosen so far. What is absent is chosen for them (resolve-draft.ts); `null` is an emptied field. */
export const Draft = z
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
    data_sets: AllChosen,
    /** Asked for by the address, and not among the chosen yet. */
    data_set_id: Id,
    data_set_version_id: Id,
  })
  .partial()
export type Draft = z.infer<typeof Draft>

/** What the address asks for; what it does not know to ask is left out. */
function askedOf(search: URLSearchParams): Draft {
  const asked = {
    product_id: Draft.shape.product_id.safeParse(search.get('product_id') ?? undefined).data,
    gpu_num: Draft.shape.gpu_num.safeParse(Number(search.get('gpu_num') ?? Number.NaN)).data,
    image_id: Draft.shape.image_id.safeParse(search.get('image_id') ?? undefined).data,
    charge_rule: Draft.shape.charge_rule.safeParse(search.get('charge_rule') ?? undefined).data,
    activity_id: Draft.shape.activity_id.safeParse(search.get('activity_id') ?? undefined).data,
    data_set_id: Draft.shape.data_set_id.safeParse(search.get('data_set_id') ?? undefined).data,
    data_set_version_id: Draft.shape.data_set_version_id.safeParse(search.get('data_set_version_id') ?? undefined).data,
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}

/**
 * The address first; what was kept of an earlier visit counts only for the same product, and not beside an image to be used.
 * A kept image comes back only where it costs nothing beside the GPU: one of the community must be named by the address.
 */
export function firstDraft(
  search: URLSearchParams,
  { activity_id: _, image_id, ...others }: Draft,
  images: readonly Pick<Image, 'id' | 'from'>[] = [],
): Draft {
  const asked = askedOf(search)
  const free = images.some(({ id, from }) => id === image_id && from !== 'community')
  const kept = { ...others, ...(image_id !== undefined && free && { image_id }) }
  const anywhere = asked.product_id === undefined && asked.image_id === undefined
  const same = anywhere || (asked.product_id !== undefined && asked.product_id === kept.product_id)
  return same ? { ...kept, ...asked } : asked
}

/** The address of a draft, so that reload, Back and a detour come back to the same choice. */
export const addressOf = ({
  product_id,
  gpu_num,
  charge_rule,
  image_id,
  activity_id,
  data_set_id,
  data_set_version_id,
}: Draft): string =>
  paths.create_instance({ product_id, gpu_num, charge_rule, image_id, activity_id, data_set_id, data_set_version_id })
