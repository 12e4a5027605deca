import type { Activity } from '#contract/activities.ts'
import { limits } from '#contract/limits.ts'
import type { CreateInstanceForm } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import type { Catalogue, Image } from './catalogue.ts'
import type { Draft } from './draft.ts'

export interface Resolved {
  region_id: string | undefined
  /** Of the region, what can be had first. */
  products: readonly Product[]
  product: Product | undefined
  /** What runs on the product. */
  images: readonly Image[]
  /** As it would be sent; a field may still be empty or wrong. */
  form: { [K in keyof CreateInstanceForm]: CreateInstanceForm[K] | null | undefined }
  /** The product that was asked for is no longer sold. */
  lost: boolean
  /** The image that was asked for is no longer to be had. */
  image_lost: boolean
  /** The activity whose price holds for what is chosen. */
  under: Activity | undefined
}

/** `RTX4090-1121-140509`: what it is and when it was made, to the second, so that two are not called the same. */
const defaultName = ({ gpu_model }: Product, at: string): string => {
  const [day, time] = formatTimeExact(at).slice(5).split(' ')
  return `${gpu_model.replace(/\s/g, '')}-${day?.replace('-', '')}-${time?.replaceAll(':', '')}`
}

const inStock = ({ gpu_idles }: Product) => gpu_idles > 0

function regionOf(draft: Draft, { regions, products }: Catalogue): string | undefined {
  const known = regions.find(({ id }) => id === draft.region_id)
  const asked = products.find(({ id }) => id === draft.product_id)
  return (known?.id ?? asked?.region_id ?? products.find(inStock)?.region_id ?? regions[0]?.id) || undefined
}

const isUnder = ({ product_data }: Activity, product: Product) => product_data.product_id.split(',').includes(product.id)

/** The activity a draft names, while it runs. */
const wantedOf = (draft: Draft, { activity }: Catalogue): Activity | undefined =>
  draft.activity_id !== undefined && activity?.id === draft.activity_id ? activity : undefined

/** The catalogue for somebody who came with an image or an activity and no product: only what it is for, where there is any. */
function narrowed(draft: Draft, catalogue: Catalogue): Catalogue {
  const activity = wantedOf(draft, catalogue)
  if (activity && draft.product_id === undefined) {
    const under = catalogue.products.filter((product) => isUnder(activity, product))
    if (under.length) return { ...catalogue, products: under }
  }
  const image = draft.product_id === undefined && catalogue.images.find(({ id }) => id === draft.image_id)
  const products = image ? catalogue.products.filter(({ vendor }) => vendor === image.vendor) : []
  return products.length ? { ...catalogue, products } : catalogue
}

/** Completes a draft: what was not chosen, or is gone or does not fit any more, gets what most people would take. */
export function resolveDraft(draft: Draft, catalogue: Catalogue, at: string): Resolved {
  const region_id = regionOf(draft, narrowed(draft, catalogue))
  const products = catalogue.products
    .filter((product) => product.region_id === region_id)
    .sort((a, b) => Number(inStock(b)) - Number(inStock(a)))
  const fitting = narrowed(draft, { ...catalogue, products }).products
  const product = products.find(({ id }) => id === draft.product_id) ?? fitting.find(inStock)
  const images = catalogue.images.filter(({ vendor }) => vendor === product?.vendor)
  // one of the community is only ever taken by whoever names it: it may cost money
  const image = images.find(({ id }) => id === draft.image_id) ?? images.find(({ from }) => from !== 'community')
  const activity = wantedOf(draft, catalogue)
  const charge_rule = draft.charge_rule ?? activity?.product_data.discount_type ?? 'hour'
  const sold_so = activity && product && isUnder(activity, product) && charge_rule === activity.product_data.discount_type
  const under = sold_so ? activity : undefined
  const key = catalogue.keys.find(({ id }) => id === draft.secret_key_id)
  const no_key = draft.secret_key_id === null
  return {
    region_id,
    products,
    product,
    images,
    lost: draft.product_id !== undefined && !catalogue.products.some(({ id }) => id === draft.product_id),
    image_lost: draft.image_id !== undefined && !catalogue.images.some(({ id }) => id === draft.image_id),
    under,
    form: {
      ...(under && { activity_id: under.id }),
      // nothing is paid at the order of what is metered
      ...(draft.coupon_id && charge_rule !== 'hour' && { coupon_id: draft.coupon_id }),
      ...(draft.data_sets?.length && { data_set_version_ids: draft.data_sets.map(({ version_id }) => version_id) }),
      product_id: product?.id,
      gpu_num: Math.min(draft.gpu_num ?? 1, product?.max_gpu_num ?? 1),
      image_id: image?.id,
      data_disk: draft.data_disk === undefined ? limits.free_data_disk_gb : draft.data_disk,
      secret_key_id: no_key ? null : ((key ?? catalogue.keys[0])?.id ?? null),
      charge_rule,
      quantity: charge_rule === 'hour' ? 1 : (under?.period ?? draft.quantity ?? 1),
      nick_name: draft.nick_name ?? (product && defaultName(product, at)),
    },
  }
}
