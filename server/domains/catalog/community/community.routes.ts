import { communityAuthors, communityImages, datasets } from '#contract/community.ts'
import {
  presentCollectedDataset,
  presentCommunityDataset,
  presentCommunityDatasetVersion,
} from '#server/domains/catalog/community/community.presenter.ts'
import {
  getCommunityAuthor,
  getCommunityDataset,
  getCommunityImage,
  getCommunityImageFacets,
  getCommunityImageVersion,
  listCollectedDatasets,
  listCollectedImages,
  listCommunityDatasets,
  listCommunityImages,
  listCommunityTags,
  listDatasetTypes,
  setCommunityStar,
} from '#server/domains/catalog/community/community.service.ts'
import {
  presentCollectedImage,
  presentCommunityAuthor,
  presentCommunityImage,
  presentCommunityImageVersion,
} from '#server/domains/catalog/community/community-images.presenter.ts'
import { createDatasetFileTicket, listDatasetFiles, previewDatasetFile } from '#server/domains/storage/datasets/files.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { download: _byFileRoutes, ...datasetCalls } = datasets

export function communityRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'community_images', communityImages, {
    list: async (ctx, { query }) => {
      const { items, total } = await listCommunityImages(ctx, query)
      return { items: items.map(presentCommunityImage), total }
    },
    collected: async (ctx, { query }) => {
      const { items, total } = await listCollectedImages(ctx, query)
      return { items: items.map(presentCollectedImage), total }
    },
    facets: (ctx) => getCommunityImageFacets(ctx),
    get: async (ctx, { params }) => {
      const { entry, versions, starred } = await getCommunityImage(ctx, params.id)
      return { ...presentCommunityImage(entry), starred, versions: versions.map(presentCommunityImageVersion) }
    },
    of_version: async (ctx, { params }) => presentCommunityImageVersion(await getCommunityImageVersion(ctx, params.image_id)),
    star: (ctx, { params, body }) => setCommunityStar(ctx, 'community_image', params.id, body.starred),
  })
  mountEndpoints(http, 'community_authors', communityAuthors, {
    get: async (ctx, { params }) => presentCommunityAuthor(await getCommunityAuthor(ctx, params.id)),
  })
  mountEndpoints(http, 'data_sets', datasetCalls, {
    list: async (ctx, { query }) => {
      const { items, total } = await listCommunityDatasets(ctx, query)
      return { items: items.map(presentCommunityDataset), total }
    },
    types: (ctx) => listDatasetTypes(ctx),
    tags: (ctx) => listCommunityTags(ctx, 'data_set'),
    get: async (ctx, { params }) => {
      const { entry, versions, starred } = await getCommunityDataset(ctx, params.id)
      return {
        ...presentCommunityDataset(entry),
        starred,
        versions: versions.map((version) => presentCommunityDatasetVersion(version, entry.slug)),
      }
    },
    star: (ctx, { params, body }) => setCommunityStar(ctx, 'data_set', params.id, body.starred),
    collected: async (ctx, { query }) => {
      const { items, total } = await listCollectedDatasets(ctx, query)
      return { items: items.map(presentCollectedDataset), total }
    },
    file_list: (ctx, { params, query }) => listDatasetFiles(ctx, params.version_id, query),
    preview: (ctx, { params, query }) => previewDatasetFile(ctx, params.version_id, query.path),
    file_ticket: (ctx, { params, body }) => createDatasetFileTicket(ctx, params.version_id, body.path),
  })
}
