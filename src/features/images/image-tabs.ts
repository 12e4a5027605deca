import { paths } from '#src/paths.ts'

export const privateTabs = {
  label: '私有镜像',
  tabs: [
    { to: paths.private_images, label: '我的镜像' },
    { to: paths.shared_images, label: '共享给我的' },
  ],
}

export const communityTabs = {
  label: '社区镜像',
  tabs: [
    { to: paths.console_community_images, label: '全部镜像' },
    { to: paths.my_collected_images, label: '我的收藏' },
  ],
}
