import { community_authors, community_images, data_sets } from '#contract/community.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { products } from '#contract/products.ts'
import type { VendorName } from '#contract/vendors.ts'
import { call } from '#src/api/call.ts'

// Imported lazily: the frame of a page paints before the HTTP client has arrived.

export interface Page<T> {
  items: T[]
  total: number
}

export async function listImages(
  asked: object,
  signal: AbortSignal,
): Promise<Page<DataOf<typeof community_images.list>[number]>> {
  const { data, total } = await call(community_images.list, { query: community_images.list.query.parse(asked) }, { signal })
  return { items: data, total }
}

export const imageFacets = async (signal: AbortSignal) => (await call(community_images.facets, {}, { signal })).data

export const showImage = async (id: string, signal: AbortSignal) =>
  (await call(community_images.get, { params: { id } }, { signal })).data

export async function listDataSets(asked: object, signal: AbortSignal): Promise<Page<DataOf<typeof data_sets.list>[number]>> {
  const { data, total } = await call(data_sets.list, { query: data_sets.list.query.parse(asked) }, { signal })
  return { items: data, total }
}

export async function dataSetFacets(signal: AbortSignal) {
  const [types, tags] = await Promise.all([call(data_sets.types, {}, { signal }), call(data_sets.tags, {}, { signal })])
  return { types: types.data, tags: tags.data }
}

export const showDataSet = async (id: string, signal: AbortSignal) =>
  (await call(data_sets.get, { params: { id } }, { signal })).data

const stars = { image: community_images.star, data_set: data_sets.star }

export const setStar = async (kind: keyof typeof stars, id: string, starred: boolean) =>
  (await call(stars[kind], { params: { id }, body: { starred } })).data

/** The least expensive GPU that runs what is made for this vendor; null where none is sold. */
export const cheapestGpu = async (vendor: VendorName | undefined, signal: AbortSignal) =>
  (await call(products.list, { query: { vendor, sort: 'price', order: 'asc', page_size: 1 } }, { signal })).data[0] ?? null

export const showAuthor = async (id: string, signal: AbortSignal) =>
  (await call(community_authors.get, { params: { id } }, { signal })).data
