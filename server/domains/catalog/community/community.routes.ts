import { community_authors, community_images, data_sets } from '#contract/community.ts'
import {
  presentCollectedDataSet,
  presentDataSet,
  presentDataSetVersion,
} from '#server/domains/catalog/community/community.presenter.ts'
import {
  communityImageFacets,
  getAuthor,
  getCommunityImage,
  getDataSet,
  getVersionOfImage,
  listCollectedDataSets,
  listCollectedImages,
  listCommunityImages,
  listDataSets,
  listDataSetTypes,
  listTags,
  setStar,
} from '#server/domains/catalog/community/community.service.ts'
import {
  presentAuthor,
  presentCollectedImage,
  presentImage,
  presentVersion,
} from '#server/domains/catalog/community/community-images.presenter.ts'
import { downloadFile, fileTicket, listFiles, previewFile } from '#server/domains/storage/datasets/files.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function communityRoutes(http: Http): void {
  mount(http, 'community_images', community_images, {
    list: async (ctx, { query }) => {
      const { items, total } = await listCommunityImages(ctx, query)
      return { items: items.map(presentImage), total }
    },
    collected: async (ctx, { query }) => {
      const { items, total } = await listCollectedImages(ctx, query)
      return { items: items.map(presentCollectedImage), total }
    },
    facets: (ctx) => communityImageFacets(ctx),
    get: async (ctx, { params }) => {
      const { entry, versions, starred } = await getCommunityImage(ctx, params.id)
      return { ...presentImage(entry), starred, versions: versions.map(presentVersion) }
    },
    of_version: async (ctx, { params }) => presentVersion(await getVersionOfImage(ctx, params.image_id)),
    star: (ctx, { params, body }) => setStar(ctx, 'community_image', params.id, body.starred),
  })
  mount(http, 'community_authors', community_authors, {
    get: async (ctx, { params }) => presentAuthor(await getAuthor(ctx, params.id)),
  })
  mount(http, 'data_sets', data_sets, {
    list: async (ctx, { query }) => {
      const { items, total } = await listDataSets(ctx, query)
      return { items: items.map(presentDataSet), total }
    },
    types: (ctx) => listDataSetTypes(ctx),
    tags: (ctx) => listTags(ctx, 'data_set'),
    get: async (ctx, { params }) => {
      const { entry, versions, starred } = await getDataSet(ctx, params.id)
      return {
        ...presentDataSet(entry),
        starred,
        versions: versions.map((version) => presentDataSetVersion(version, entry.slug)),
      }
    },
    star: (ctx, { params, body }) => setStar(ctx, 'data_set', params.id, body.starred),
    collected: async (ctx, { query }) => {
      const { items, total } = await listCollectedDataSets(ctx, query)
      return { items: items.map(presentCollectedDataSet), total }
    },
    file_list: (ctx, { params, query }) => listFiles(ctx, params.version_id, query),
    preview: (ctx, { params, query }) => previewFile(ctx, params.version_id, query.path),
    file_ticket: (ctx, { params, body }) => fileTicket(ctx, params.version_id, body.path),
    download: (ctx, { query }) => downloadFile(ctx, query.ticket),
  })
}
