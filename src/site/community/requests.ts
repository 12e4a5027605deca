import { communityAuthors, communityImages, datasets } from '#contract/community.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { products } from '#contract/products.ts'
import type { VendorName } from '#contract/vendors.ts'
import { callEndpoint } from '#src/api/call.ts'

// Imported lazily: the page frame paints before the HTTP client has loaded.

export interface EntryPage<T> {
  items: T[]
  total: number
}

export async function loadCommunityImages(
  asked: object,
  signal: AbortSignal,
): Promise<EntryPage<EndpointData<typeof communityImages.list>[number]>> {
  const { data, total } = await callEndpoint(communityImages.list, { query: communityImages.list.query.parse(asked) }, { signal })
  return { items: data, total }
}

export const loadImageFacets = async (signal: AbortSignal) => (await callEndpoint(communityImages.facets, {}, { signal })).data

export const loadCommunityImage = async (id: string, signal: AbortSignal) =>
  (await callEndpoint(communityImages.get, { params: { id } }, { signal })).data

export async function loadCommunityDatasets(
  asked: object,
  signal: AbortSignal,
): Promise<EntryPage<EndpointData<typeof datasets.list>[number]>> {
  const { data, total } = await callEndpoint(datasets.list, { query: datasets.list.query.parse(asked) }, { signal })
  return { items: data, total }
}

export async function loadDatasetFacets(signal: AbortSignal) {
  const [types, tags] = await Promise.all([
    callEndpoint(datasets.types, {}, { signal }),
    callEndpoint(datasets.tags, {}, { signal }),
  ])
  return { types: types.data, tags: tags.data }
}

export const loadCommunityDataset = async (id: string, signal: AbortSignal) =>
  (await callEndpoint(datasets.get, { params: { id } }, { signal })).data

const starEndpoints = { image: communityImages.star, data_set: datasets.star }

export const updateStar = async (kind: keyof typeof starEndpoints, id: string, starred: boolean) =>
  (await callEndpoint(starEndpoints[kind], { params: { id }, body: { starred } })).data

/** The cheapest GPU that runs images for this vendor; null if none is sold. */
export const findCheapestGpu = async (vendor: VendorName | undefined, signal: AbortSignal) =>
  (await callEndpoint(products.list, { query: { vendor, sort: 'price', order: 'asc', page_size: 1 } }, { signal })).data[0] ??
  null

export const loadCommunityAuthor = async (id: string, signal: AbortSignal) =>
  (await callEndpoint(communityAuthors.get, { params: { id } }, { signal })).data
