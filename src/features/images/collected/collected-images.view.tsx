import { Link } from 'react-router-dom'
import { communityImages } from '#contract/community.ts'
import { defineView } from '#src/admin/define-view.ts'
import { CommunityImageCard } from '#src/features/images/community/CommunityImageCard.tsx'
import { communityImageColumns } from '#src/features/images/community/community-image-columns.tsx'
import { ImageSubline } from '#src/features/images/community/ImageSubline.tsx'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** Starred community images; opened from the community list, so not in the menu (requirements §2). */
export default defineView({
  label: '收藏的镜像',
  meaning: '收藏的社区镜像。下线的仍留在这里，不能再用来创建实例。',
  path: paths.myCollectedImages,
  nav: { section: 'images', order: 40, tab: '我的收藏' },
  showPath: `${paths.myCollectedImagePattern}?id=:id`,
  api: { list: communityImages.collected, one: communityImages.get },
  access: 'user',
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '镜像', below: (image) => <ImageSubline image={image} /> },
    {
      field: 'available',
      title: '状态',
      type: 'status',
      words: { true: '可用', false: '已下线' },
      looks: { true: { tone: 'success', icon: 'check' }, false: { tone: 'neutral', icon: 'pause' } },
    },
    ...communityImageColumns,
    { field: 'collected_at', title: '收藏时间', type: 'time' },
  ],
  card: (image) => <CommunityImageCard image={image} to={paths.myCollectedImage(image.id)} gone={!image.available} />,
  search: '搜索名称、标签或作者',
  actions: [
    {
      name: 'create-instance',
      label: '创建实例',
      icon: <Icon name="plus" />,
      allowed: ({ available }) => available,
      whenOff: 'hidden',
      dialog: () => import('#src/features/images/community/CreateWithImage.tsx'),
    },
    {
      name: 'uncollect',
      label: '取消收藏',
      icon: <Icon name="close" />,
      endpoint: communityImages.star,
      body: { starred: false },
    },
  ],
  pages: { show: () => import('#src/features/images/community/ImageInfo.tsx') },
  empty: {
    title: '还没有收藏的镜像',
    hint: '在社区镜像的列表或详情里选「收藏」，之后从这里直接创建实例。',
    action: <Link to={paths.consoleCommunityImages}>浏览社区镜像</Link>,
  },
})
