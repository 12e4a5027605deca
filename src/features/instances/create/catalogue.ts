import type { z } from 'zod'
import { type Activity, activities } from '#contract/activities.ts'
import { codes } from '#contract/codes.ts'
import { community_images } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { private_images } from '#contract/private-images.ts'
import { type Image as ImageSchema, type Product, products, type Region as RegionSchema } from '#contract/products.ts'
import { type SecretKey, secret_keys } from '#contract/secret-keys.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { allPages } from '#src/providers/data/all-pages.ts'

type Region = z.infer<typeof RegionSchema>
/** One of the platform, an own one, one shared by its `owner`, or one of the community with its price (product §7). */
export type Image = z.infer<typeof ImageSchema> & {
  from?: 'own' | 'shared' | 'community'
  owner?: string
  /** Yuan per running hour, beside the GPU. */
  price_hour?: string
}

/** Everything there is to choose from. */
export interface Catalogue {
  regions: readonly Region[]
  products: readonly Product[]
  images: readonly Image[]
  keys: readonly SecretKey[]
  /** The one that was asked for; null when it is over. */
  activity?: Activity | null
}

/** The rows of a list are what its endpoint answers. */
const allOf = async <T>(endpoint: typeof products.list | typeof secret_keys.list, signal: AbortSignal): Promise<T[]> =>
  (await allPages(endpoint, {}, { signal })).data as T[]

export const getRegions = async (signal: AbortSignal) => (await call(products.regions, {}, { signal })).data
export const getProducts = (signal: AbortSignal) => allOf<Product>(products.list, signal)
/** What everybody may choose, the own ones, those shared with one, and from the community the one that was asked for. */
export async function getImages(asked: string | null, signal: AbortSignal): Promise<Image[]> {
  const query = { state: 'ready', page_size: limits.page_size_max } as const
  const [base, own, shared] = await Promise.all([
    call(products.images, {}, { signal }),
    call(private_images.list, { query }, { signal }),
    call(private_images.shared_list, { query: { page_size: limits.page_size_max } }, { signal }),
  ])
  const images: Image[] = [
    ...base.data,
    ...own.data.map((image) => ({ ...image, size_gb: image.size_gb ?? 0, from: 'own' as const })),
    ...shared.data.map((image) => ({ ...image, owner: image.owner.nickname, from: 'shared' as const })),
  ]
  if (!asked || images.some(({ id }) => id === asked)) return images
  return [...(await communityImage(asked, signal)), ...images]
}

/** The image of a published version, or nothing where there is none (any more). */
async function communityImage(image_id: string, signal: AbortSignal): Promise<Image[]> {
  try {
    const { data } = await call(community_images.of_version, { params: { image_id } }, { signal })
    return [{ ...data, id: data.image_id, from: 'community' }]
  } catch (error) {
    if (isApiError(error) && error.code === codes.not_found.code) return []
    throw error
  }
}
export const getActivity = async (asked: string | null, signal: AbortSignal): Promise<Activity | null> =>
  asked ? ((await call(activities.list, {}, { signal })).data.find(({ id }) => id === asked) ?? null) : null
export const getKeys = (signal: AbortSignal) => allOf<SecretKey>(secret_keys.list, signal)
