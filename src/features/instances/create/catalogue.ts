import type { z } from 'zod'
import { type Activity, activities } from '#contract/activities.ts'
import { resultCodes } from '#contract/codes.ts'
import { communityImages } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { privateImages } from '#contract/private-images.ts'
import { type BaseImage as ImageSchema, type Product, products, type Region as RegionSchema } from '#contract/products.ts'
import { type SecretKey, secretKeys } from '#contract/secret-keys.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { listAllPages } from '#src/providers/data/all-pages.ts'

type Region = z.infer<typeof RegionSchema>
/** A platform image, an own one, one shared by its `owner`, or a community one with its price (product §7). */
export type ImageOption = z.infer<typeof ImageSchema> & {
  from?: 'own' | 'shared' | 'community'
  owner?: string
  /** Yuan per running hour, in addition to the GPU. */
  price_hour?: string
}

/** All options of the create form. */
export interface Catalogue {
  regions: readonly Region[]
  products: readonly Product[]
  images: readonly ImageOption[]
  keys: readonly SecretKey[]
  /** The requested activity; null if it has ended. */
  activity?: Activity | null
}

/** Loads all rows of a list endpoint; the cast holds because list rows have the endpoint's answer type. */
const loadAllRows = async <T>(endpoint: typeof products.list | typeof secretKeys.list, signal: AbortSignal): Promise<T[]> =>
  (await listAllPages(endpoint, {}, { signal })).data as T[]

export const loadRegions = async (signal: AbortSignal) => (await callEndpoint(products.regions, {}, { signal })).data
export const loadProducts = (signal: AbortSignal) => loadAllRows<Product>(products.list, signal)
/** Loads the platform, own and shared images, plus the requested community image. */
export async function loadImageOptions(asked: string | null, signal: AbortSignal): Promise<ImageOption[]> {
  const query = { state: 'ready', page_size: limits.pageSizeMax } as const
  const [base, own, shared] = await Promise.all([
    callEndpoint(products.images, {}, { signal }),
    callEndpoint(privateImages.list, { query }, { signal }),
    callEndpoint(privateImages.shared_list, { query: { page_size: limits.pageSizeMax } }, { signal }),
  ])
  const images: ImageOption[] = [
    ...base.data,
    ...own.data.map((image) => ({ ...image, size_gb: image.size_gb ?? 0, from: 'own' as const })),
    ...shared.data.map((image) => ({ ...image, owner: image.owner.nickname, from: 'shared' as const })),
  ]
  if (!asked || images.some(({ id }) => id === asked)) return images
  return [...(await findCommunityImage(asked, signal)), ...images]
}

/** Finds the image of a published version; returns nothing if it does not exist (any more). */
async function findCommunityImage(imageId: string, signal: AbortSignal): Promise<ImageOption[]> {
  try {
    const { data } = await callEndpoint(communityImages.of_version, { params: { image_id: imageId } }, { signal })
    return [{ ...data, id: data.image_id, from: 'community' }]
  } catch (error) {
    if (isApiError(error) && error.code === resultCodes.not_found.code) return []
    throw error
  }
}
export const findRequestedActivity = async (asked: string | null, signal: AbortSignal): Promise<Activity | null> =>
  asked ? ((await callEndpoint(activities.list, {}, { signal })).data.find(({ id }) => id === asked) ?? null) : null
export const loadSecretKeys = (signal: AbortSignal) => loadAllRows<SecretKey>(secretKeys.list, signal)
