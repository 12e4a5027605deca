import type { Activity } from '#contract/activities.ts'
import { limits } from '#contract/limits.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import type { Catalogue, ImageOption } from './catalogue.ts'
import type { InstanceDraft } from './draft.ts'

export interface ResolvedDraft {
  region_id: string | undefined
  /** Products of the region, available ones first. */
  products: readonly Product[]
  product: Product | undefined
  /** Images that fit the product. */
  images: readonly ImageOption[]
  /** The form as it would be sent; fields may still be empty or invalid. */
  form: { [K in keyof CreateInstanceForm]: CreateInstanceForm[K] | null | undefined }
  /** The requested product is no longer sold. */
  lost: boolean
  /** The requested image is no longer available. */
  imageLost: boolean
  /** The activity whose price applies to the selection. */
  under: Activity | undefined
}

/** Formats the default name `RTX4090-1121-140509`: GPU model and creation time to the second, to keep names distinct. */
const formatDefaultName = ({ gpu_model: gpuModel }: Product, at: string): string => {
  const [day, time] = formatTimeExact(at).slice(5).split(' ')
  return `${gpuModel.replace(/\s/g, '')}-${day?.replace('-', '')}-${time?.replaceAll(':', '')}`
}

const isInStock = ({ gpu_idles: gpuIdles }: Product) => gpuIdles > 0

function computeRegion(draft: InstanceDraft, { regions, products }: Catalogue): string | undefined {
  const known = regions.find(({ id }) => id === draft.region_id)
  const asked = products.find(({ id }) => id === draft.product_id)
  return (known?.id ?? asked?.region_id ?? products.find(isInStock)?.region_id ?? regions[0]?.id) || undefined
}

const isInActivity = ({ product_data: productData }: Activity, product: Product) =>
  productData.product_id.split(',').includes(product.id)

/** Finds the activity that a draft names, if it is running. */
const findWantedActivity = (draft: InstanceDraft, { activity }: Catalogue): Activity | undefined =>
  draft.activity_id !== undefined && activity?.id === draft.activity_id ? activity : undefined

/** Narrows the catalogue for a user who came with an image or activity but no product, if any product fits. */
function narrowCatalogue(draft: InstanceDraft, catalogue: Catalogue): Catalogue {
  const activity = findWantedActivity(draft, catalogue)
  if (activity && draft.product_id === undefined) {
    const under = catalogue.products.filter((product) => isInActivity(activity, product))
    if (under.length) return { ...catalogue, products: under }
  }
  const image = draft.product_id === undefined && catalogue.images.find(({ id }) => id === draft.image_id)
  const products = image ? catalogue.products.filter(({ vendor }) => vendor === image.vendor) : []
  return products.length ? { ...catalogue, products } : catalogue
}

/** Completes a draft: missing, unavailable or unsuitable selections get the most common default. */
export function resolveInstanceDraft(draft: InstanceDraft, catalogue: Catalogue, at: string): ResolvedDraft {
  const regionId = computeRegion(draft, narrowCatalogue(draft, catalogue))
  const products = catalogue.products
    .filter((product) => product.region_id === regionId)
    .sort((a, b) => Number(isInStock(b)) - Number(isInStock(a)))
  const fitting = narrowCatalogue(draft, { ...catalogue, products }).products
  const product = products.find(({ id }) => id === draft.product_id) ?? fitting.find(isInStock)
  const images = catalogue.images.filter(({ vendor }) => vendor === product?.vendor)
  // a community image may cost money, so it is selected only if the draft names it
  const image = images.find(({ id }) => id === draft.image_id) ?? images.find(({ from }) => from !== 'community')
  const activity = findWantedActivity(draft, catalogue)
  const chargeRule = draft.charge_rule ?? activity?.product_data.discount_type ?? 'hour'
  const soldSo = activity && product && isInActivity(activity, product) && chargeRule === activity.product_data.discount_type
  const under = soldSo ? activity : undefined
  const key = catalogue.keys.find(({ id }) => id === draft.secret_key_id)
  const noKey = draft.secret_key_id === null
  return {
    region_id: regionId,
    products,
    product,
    images,
    lost: draft.product_id !== undefined && !catalogue.products.some(({ id }) => id === draft.product_id),
    imageLost: draft.image_id !== undefined && !catalogue.images.some(({ id }) => id === draft.image_id),
    under,
    form: {
      ...(under && { activity_id: under.id }),
      // a metered order has no upfront payment, so coupons do not apply
      ...(draft.coupon_id && chargeRule !== 'hour' && { coupon_id: draft.coupon_id }),
      ...(draft.data_sets?.length && { data_set_version_ids: draft.data_sets.map(({ version_id: versionId }) => versionId) }),
      product_id: product?.id,
      gpu_num: Math.min(draft.gpu_num ?? 1, product?.max_gpu_num ?? 1),
      image_id: image?.id,
      data_disk: draft.data_disk === undefined ? limits.freeDataDiskGb : draft.data_disk,
      secret_key_id: noKey ? null : ((key ?? catalogue.keys[0])?.id ?? null),
      charge_rule: chargeRule,
      quantity: chargeRule === 'hour' ? 1 : (under?.period ?? draft.quantity ?? 1),
      nick_name: draft.nick_name ?? (product && formatDefaultName(product, at)),
    },
  }
}
