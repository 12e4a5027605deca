import { z } from 'zod'
import { CommunityEntry, Count, EntryAuthor, EntryTag, StarResult, StarState, TagCount } from './community-entries.ts'
import { endpoint } from './endpoint.ts'
import { Keyword, listQuery } from './list.ts'
import { Vendor } from './products.ts'
import { ById, Id, Time, Yuan } from './scalars.ts'

export * from './datasets.ts'

const PriceHour = Yuan.meta({ description: '镜像的价格，元/小时，计在 GPU 之外；0.00 为免费' })

/** A community image; price, framework, Python, runtime, vendor and size are those of its newest version. */
export const CommunityImage = CommunityEntry.extend({
  framework: z.string(),
  python: z.string(),
  runtime: z.string(),
  vendor: Vendor,
  size_gb: z.number(),
  price_hour: PriceHour,
  uses: Count.meta({ description: '用它创建过的实例数' }),
}).meta({ id: 'CommunityImage' })
export type CommunityImage = z.infer<typeof CommunityImage>

/** `image_id` is the image id an order uses. The content of a published version never changes. */
export const CommunityImageVersion = z
  .object({
    id: Id,
    version: z.string(),
    image_id: Id,
    framework: z.string(),
    python: z.string(),
    runtime: z.string(),
    vendor: Vendor,
    size_gb: z.number(),
    price_hour: PriceHour,
    licence: z.string(),
    readme: z.string().meta({ description: 'Markdown' }),
    uses: Count,
    published_at: Time,
  })
  .meta({ id: 'CommunityImageVersion' })
export type CommunityImageVersion = z.infer<typeof CommunityImageVersion>

const CommunityImageDetail = CommunityImage.extend({
  starred: z.boolean().meta({ description: '当前用户是否收藏；未登录为否' }),
  versions: z.array(CommunityImageVersion).min(1),
}).meta({ id: 'CommunityImageDetail' })
export type CommunityImageDetail = z.infer<typeof CommunityImageDetail>

/** An image the user has starred. It stays in the list after it is taken offline, showing its newest version. */
export const CollectedImage = CommunityImage.extend({
  available: z.boolean().meta({ description: '否：已下线，不能用它创建实例' }),
  collected_at: Time,
}).meta({ id: 'CollectedImage' })
export type CollectedImage = z.infer<typeof CollectedImage>

export const communityImages = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/community_image/list',
    access: 'public',
    summary: '社区镜像',
    description: 'Lists the published community images, filtered by keyword, tag, framework, vendor or author.',
    source: 'decided: requirements §2 names the page, product §7',
    query: listQuery(['published_at', 'uses', 'stars'], {
      keyword: Keyword,
      tag: EntryTag.optional(),
      framework: z.string().max(40).optional(),
      vendor: Vendor.optional(),
      author: Id.optional(),
    }),
    data: z.array(CommunityImage),
    paged: true,
  }),
  collected: endpoint({
    method: 'GET',
    path: '/api/v1/community_image/collected',
    access: 'user',
    summary: '我收藏的镜像，含已下线的',
    description: 'Lists the community images the caller has starred, including those taken offline.',
    source: 'decided: as list',
    query: listQuery(['collected_at', 'published_at', 'uses', 'stars'], { keyword: Keyword, tag: EntryTag.optional() }),
    data: z.array(CollectedImage),
    paged: true,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/v1/community_image/facets',
    access: 'public',
    summary: '社区镜像的标签和框架，各有几个',
    description: 'Lists the tags and frameworks of community images with the number of images each.',
    source: 'decided: as list',
    data: z.object({ tags: z.array(TagCount), frameworks: z.array(TagCount) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/community_image/:id',
    access: 'public',
    summary: '社区镜像详情和已发布的版本',
    description: 'Returns one community image with its published versions.',
    source: 'decided: as list',
    params: ById,
    data: CommunityImageDetail,
  }),
  /** Used when /create-instance is opened with the image of a version. */
  of_version: endpoint({
    method: 'GET',
    path: '/api/v1/community_image_version/:image_id',
    access: 'public',
    summary: '某个已发布版本所用的镜像；审核人也能看待审核的',
    description: 'Returns the published version that an image id stands for; reviewers also get one waiting for review.',
    source: 'decided: as list',
    params: z.object({ image_id: Id }),
    data: CommunityImageVersion.omit({ readme: true, uses: true }).extend({ community_image_id: Id, name: z.string() }),
  }),
  star: endpoint({
    method: 'PUT',
    path: '/api/v1/community_image/:id/star',
    access: 'user',
    summary: '收藏或取消收藏',
    description: 'Stars or unstars a community image for the caller.',
    source: 'decided: as list',
    params: ById,
    body: StarState,
    data: StarResult,
  }),
}

/** Publication statistics of an author; the entries themselves come from the lists filtered by `author`. */
export const CommunityAuthor = EntryAuthor.extend({
  creator_since: Time.nullable(),
  images: Count,
  data_sets: Count,
  stars: Count,
  uses: Count,
}).meta({ id: 'CommunityAuthor' })
export type CommunityAuthor = z.infer<typeof CommunityAuthor>

export const communityAuthors = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/community_author/:id',
    access: 'public',
    summary: '一位作者；没有公开内容的人不在此列',
    description: "Returns an author's profile with the numbers of published entries; not found without public content.",
    source: 'decided: docs/decisions/041',
    params: ById,
    data: CommunityAuthor,
  }),
}
