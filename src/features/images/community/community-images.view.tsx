import { communityImages } from '#contract/community.ts'
import { vendorNames } from '#contract/products.ts'
import { defineView } from '#src/admin/define-view.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { CommunityImageCard } from './CommunityImageCard.tsx'
import { communityImageColumns } from './community-image-columns.tsx'
import { ImageSubline } from './ImageSubline.tsx'

const loadFacetOptions = async (of: 'tags' | 'frameworks') => {
  const { data } = await callEndpoint(communityImages.facets)
  return Object.fromEntries(data[of].map(({ name, count }) => [name, `${name}（${count}）`]))
}

/** Community images in the console (product §7). */
export default defineView({
  label: '社区镜像',
  meaning: '由用户整理、逐个版本审核的环境。创建前会报价：镜像价格按运行时间计，在 GPU 之外单独列出。',
  path: paths.consoleCommunityImages,
  showPath: `${paths.imageInfoPattern}?id=:id`,
  nav: { section: 'images', order: 30 },
  access: 'user',
  api: { list: communityImages.list, one: communityImages.get },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '镜像', below: (image) => <ImageSubline image={image} /> },
    ...communityImageColumns,
    { field: 'published_at', title: '发布时间', type: 'time' },
  ],
  card: (image) => <CommunityImageCard image={image} to={paths.imageInfo(image.id)} />,
  filters: {
    tag: { label: '标签', options: () => loadFacetOptions('tags') },
    framework: { label: '框架', options: () => loadFacetOptions('frameworks') },
    vendor: { label: '适用 GPU', options: vendorNames },
  },
  search: '搜索名称、标签或作者',
  actions: [
    {
      name: 'create-instance',
      label: '创建实例',
      icon: <Icon name="plus" />,
      dialog: () => import('./CreateWithImage.tsx'),
    },
    {
      name: 'collect',
      label: '收藏',
      icon: <Icon name="star" />,
      endpoint: communityImages.star,
      body: { starred: true },
    },
  ],
  pages: { show: () => import('./ImageInfo.tsx') },
  empty: { title: '还没有社区镜像', hint: '审核通过的镜像会出现在这里；你也可以从私有镜像发布一个。', action: null },
})
