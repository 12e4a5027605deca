import { LinkTabs } from '#src/admin/layout/LinkTabs.tsx'
import { paths } from '#src/paths.ts'

const of_private = [
  { to: paths.private_images, label: '我的镜像' },
  { to: paths.shared_images, label: '共享给我的' },
]
const of_community = [
  { to: paths.console_community_images, label: '全部镜像' },
  { to: paths.my_collected_images, label: '我的收藏' },
]

export const PrivateTabs = () => <LinkTabs label="私有镜像" tabs={of_private} />
export const CommunityTabs = () => <LinkTabs label="社区镜像" tabs={of_community} />
