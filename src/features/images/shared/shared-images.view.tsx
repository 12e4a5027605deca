import { privateImages } from '#contract/private-images.ts'
import { vendorNames } from '#contract/products.ts'
import { defineView } from '#src/admin/define-view.ts'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { paths } from '#src/paths.ts'
import { formatGb } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** Private images shared with the user (product §7). Opened from the private images, so not in the menu. */
export default defineView({
  label: '共享给我的镜像',
  meaning: '别人共享给你的私有镜像，可以用来创建实例和更换镜像。对方收回后不能再新建，已在用的实例不受影响。',
  path: paths.sharedImages,
  nav: { section: 'images', order: 20, tab: '共享给我' },
  api: { list: privateImages.shared_list },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '名称' },
    { field: 'version', title: '版本' },
    { field: 'owner', title: '共享者', text: ({ owner }) => owner.nickname },
    { field: 'vendor', title: '适用 GPU', text: formatEnvironment },
    { field: 'framework', title: '框架', text: ({ framework, python }) => `${framework} · Python ${python}` },
    { field: 'size_gb', title: '大小（GB）', text: ({ size_gb: sizeGb }) => formatGb(sizeGb), align: 'end' },
    { field: 'used_by', title: '我在使用', text: ({ used_by: usedBy }) => (usedBy ? `${usedBy} 台` : ''), align: 'end' },
    { field: 'shared_at', title: '共享时间', type: 'time' },
  ],
  filters: { vendor: { label: '适用 GPU', options: vendorNames } },
  search: '搜索名称',
  actions: [
    {
      name: 'create-instance',
      label: '创建实例',
      icon: <Icon name="plus" />,
      href: ({ id }) => paths.createInstance({ image_id: id }),
    },
  ],
  live: 'private_images',
  empty: {
    title: '还没有共享给你的镜像',
    hint: '把你的 UUID（右上角头像菜单里可以复制）发给对方，对方在私有镜像的操作里选「共享」。',
    action: null,
  },
})
