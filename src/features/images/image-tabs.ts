import { paths } from '#src/paths.ts'

export const privateImageTabs = {
  label: '私有镜像',
  tabs: [
    { to: paths.privateImages, label: '我的镜像' },
    { to: paths.sharedImages, label: '共享给我的' },
  ],
}

export const communityImageTabs = {
  label: '社区镜像',
  tabs: [
    { to: paths.consoleCommunityImages, label: '全部镜像' },
    { to: paths.myCollectedImages, label: '我的收藏' },
  ],
}
